import { Command } from '@commander-js/extra-typings';
import { stats } from '@devai/api/protocol/upkeep';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { renderFields } from '../terminal/fields.ts';
import type { Style } from '../terminal/style.ts';
import { renderTable, type Column } from '../terminal/table.ts';
import { counted, figure, shortId } from './figures.ts';
import { renderSection } from './hit-lines.ts';

type Stats = z.infer<typeof stats>;
type Usage = Stats['usage'][number];

export const showStats = ({ ask, output }: Context) =>
  new Command('stats')
    .description('Show counts, and what memory cost')
    .option('--project <name>', 'only what this project reads and cost (default: the whole store)')
    .action(async (query) => {
      output.answer(await ask(stats, ['GET', '/api/memory/stats'], { query }), render);
    });

function render(
  { memories, sessions, jobs, usage, costliestSessions, ceiling }: Stats,
  style: Style,
): string {
  const { valid, invalid, pinned } = memories;
  const counts = renderFields(
    [
      ['memories', `${figure(valid)} valid, ${figure(invalid)} invalid, ${figure(pinned)} pinned`],
      ['by type', listed(memories.byType)],
      ['by priority', listed(memories.byPriority)],
      ['fading', `${figure(memories.fading)} within 7 days, unless they are used`],
      ['without vector', figure(memories.unembedded)],
      ['sessions', `${figure(sessions.count)}, with ${counted(sessions.messages, 'message', 'messages')}`],
      ['jobs', listed(jobs) || 'none'],
      ['tokens today', describeCeiling(ceiling)],
    ],
    style,
  );
  return [
    counts,
    ...section('Where memories are filed', memories.byScope, [
      { title: 'valid', value: (row) => figure(row.valid), align: 'right' },
      { title: 'scope', value: ({ scope }) => scope },
    ]),
    ...section('Cost in tokens', usage, [
      { title: 'operation', value: ({ operation }) => operation },
      { title: 'calls', value: ({ allTime }) => figure(allTime.calls), align: 'right', spare: 2 },
      { title: 'today', value: ({ today }) => total(today), align: 'right', spare: 3 },
      { title: '30 days', value: ({ last30Days }) => total(last30Days), align: 'right' },
      { title: 'ever', value: ({ allTime }) => total(allTime), align: 'right', spare: 1 },
      { title: 'model', value: ({ model }) => model },
    ]),
    ...section('Most expensive sessions, 30 days', costliestSessions, [
      { title: 'session', value: ({ sessionId }) => shortId(sessionId) },
      { title: 'tokens', value: ({ tokens }) => figure(tokens), align: 'right' },
      { title: 'project', value: ({ project }) => project ?? '', spare: 1 },
      { title: 'name', value: ({ name }) => name ?? '' },
    ]),
  ].join('\n\n');

  function section<Row>(title: string, rows: Row[], columns: Column<Row>[]): string[] {
    return renderSection(title, rows.length === 0 ? [] : [renderTable(columns, rows, style)], style);
  }
}

const total = ({ inputTokens, outputTokens }: Usage['today']): string => figure(inputTokens + outputTokens);

const listed = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${figure(count)} ${name}`)
    .join(', ');

function describeCeiling({ limit, used, reached }: Stats['ceiling']): string {
  if (limit === null) return `${figure(used)}, no limit`;
  return `${figure(used)} of ${figure(limit)}${reached ? ': background work waits until tomorrow (UTC)' : ''}`;
}
