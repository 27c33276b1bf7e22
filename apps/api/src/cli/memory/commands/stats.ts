import { z } from 'zod';
import { ask } from '../ask.ts';
import type { Command } from '../command.ts';
import { counted, shortId } from '../figures.ts';
import type { Paper } from '../paper.ts';
import { renderFields } from '../render-fields.ts';
import { renderTable } from '../render-table.ts';

const countBy = z.record(z.string(), z.int());
const tokens = z.object({ calls: z.int(), inputTokens: z.int(), outputTokens: z.int() });
type Tokens = z.infer<typeof tokens>;

const stats = z.object({
  memories: z.object({
    valid: z.int(),
    invalid: z.int(),
    pinned: z.int(),
    unembedded: z.int(),
    fading: z.int(),
    byType: countBy,
    byPriority: countBy,
    byScope: z.array(z.object({ scope: z.string(), valid: z.int() })),
  }),
  sessions: z.object({ count: z.int(), messages: z.int() }),
  jobs: countBy,
  usage: z.array(
    z.object({
      operation: z.string(),
      model: z.string(),
      today: tokens,
      last30Days: tokens,
      allTime: tokens,
    }),
  ),
  costliestSessions: z.array(
    z.object({
      sessionId: z.string(),
      name: z.string().nullable(),
      project: z.string().nullable(),
      tokens: z.int(),
    }),
  ),
  ceiling: z.object({ limit: z.int().nullable(), used: z.int(), reached: z.boolean(), since: z.string() }),
});
type Stats = z.infer<typeof stats>;

export const showStats: Command = {
  name: 'stats',
  words: '',
  summary: 'what the store holds, and what memory cost',
  options: {
    project: {
      kind: 'text',
      value: '<name>',
      help: 'only what this project reads and cost; default: the whole store',
    },
  },
  counts: [0, 0],
  async run({ options, connect, output, signal }) {
    const query = { project: options.text('project') };
    const api = await connect();
    output.answer(await ask(api, stats, ['GET', '/api/memory/stats'], { query, signal }), renderStats);
  },
};

function renderStats(
  { memories, sessions, jobs, usage, costliestSessions, ceiling }: Stats,
  paper: Paper,
): string {
  const counts = renderFields(
    [
      [
        'memories',
        `${figure(memories.valid)} valid, ${figure(memories.invalid)} invalid, ${figure(memories.pinned)} pinned`,
      ],
      ['by type', listed(memories.byType)],
      ['by priority', listed(memories.byPriority)],
      ['fading', `${figure(memories.fading)} within 7 days, unless they are used`],
      ['without vector', figure(memories.unembedded)],
      ['sessions', `${figure(sessions.count)}, with ${counted(sessions.messages, 'message', 'messages')}`],
      ['jobs', listed(jobs) || 'none'],
      ['tokens today', describeCeiling(ceiling)],
    ],
    paper,
  );
  return [
    counts,
    ...section('Where memories are filed', memories.byScope, (rows) =>
      renderTable(
        [
          { title: 'valid', value: ({ valid }) => figure(valid), align: 'right' },
          { title: 'scope', value: ({ scope }) => scope },
        ],
        rows,
        paper,
      ),
    ),
    ...section('What memory cost, in tokens', usage, (rows) =>
      renderTable(
        [
          { title: 'operation', value: ({ operation }) => operation },
          { title: 'calls', value: ({ allTime }) => figure(allTime.calls), align: 'right', spare: 2 },
          { title: 'today', value: ({ today }) => figure(total(today)), align: 'right', spare: 3 },
          { title: '30 days', value: ({ last30Days }) => figure(total(last30Days)), align: 'right' },
          { title: 'ever', value: ({ allTime }) => figure(total(allTime)), align: 'right', spare: 1 },
          { title: 'model', value: ({ model }) => model },
        ],
        rows,
        paper,
      ),
    ),
    ...section('Sessions that took most tokens, 30 days', costliestSessions, (rows) =>
      renderTable(
        [
          { title: 'session', value: ({ sessionId }) => shortId(sessionId) },
          { title: 'tokens', value: (row) => figure(row.tokens), align: 'right' },
          { title: 'project', value: ({ project }) => project ?? '', spare: 1 },
          { title: 'name', value: ({ name }) => name ?? '' },
        ],
        rows,
        paper,
      ),
    ),
  ].join('\n\n');

  function section<Row>(title: string, rows: Row[], render: (rows: Row[]) => string): string[] {
    return rows.length === 0 ? [] : [`${paper.paint('bold', title)}\n${render(rows)}`];
  }
}

const figure = (value: number): string => value.toLocaleString('en');
const total = ({ inputTokens, outputTokens }: Tokens): number => inputTokens + outputTokens;
const listed = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${figure(count)} ${name}`)
    .join(', ');

function describeCeiling({ limit, used, reached }: Stats['ceiling']): string {
  if (limit === null) return `${figure(used)}, no limit`;
  return `${figure(used)} of ${figure(limit)}${reached ? ': background work waits until tomorrow (UTC)' : ''}`;
}
