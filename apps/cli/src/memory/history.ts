import { Command } from '@commander-js/extra-typings';
import { history, type shownEvent } from '@devai/api/protocol/memory';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { Paper } from '../terminal/paper.ts';
import { oneLine } from '../terminal/printable.ts';
import { moment } from './figures.ts';
import { fullId } from './full-id.ts';

type Event = z.infer<typeof shownEvent>;

export const historyOf = (context: Context) =>
  new Command('history')
    .summary('show every change of a memory: when, what, why and by whom')
    .description(
      'Show every change of a memory: when, what, why and by whom. Of a forgotten memory (give its whole id) only that it was.',
    )
    .argument('<id>')
    .action(async (given) => {
      const path = `/api/memory/${await fullId(context, 'memory', given)}/history`;
      const { events } = await context.ask(history, ['GET', path]);
      context.output.answer(events, (all, paper) => all.map((event) => renderEvent(event, paper)).join('\n'));
    });

function renderEvent(event: Event, paper: Paper): string {
  const { at, action, actor, reason } = event;
  const by = actor.id === null ? actor.kind : `${actor.kind} ${actor.id}`;
  return [
    `${moment(at)}  ${paper.paint('bold', action)} by ${oneLine(by)}: ${oneLine(reason)}`,
    ...changesOf(event).map((change) => paper.paint('dim', `  ${change}`)),
  ].join('\n');
}

/** What follows from others, and says nothing to a reader. */
const derived = new Set([
  'updatedAt',
  'createdAt',
  'lastAccessedAt',
  'embeddingModel',
  'id',
  'sessionId',
  'words',
]);

/** The fields that are not what they were; of a memory that began, what it says. */
function changesOf({ before, after }: Event): string[] {
  if (after === null) return [];
  if (before === null) {
    return typeof after['content'] === 'string' ? [`“${oneLine(after['content'])}”`] : [];
  }
  return Object.keys(after)
    .filter((name) => !derived.has(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => `${name}: ${written(before[name])} → ${written(after[name])}`);
}

const written = (value: unknown): string => oneLine(JSON.stringify(value) ?? 'nothing');
