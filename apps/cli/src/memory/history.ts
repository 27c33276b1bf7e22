import { Command } from '@commander-js/extra-typings';
import { history, type shownEvent } from '@devai/api/protocol/memory';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { Style } from '../terminal/style.ts';
import { oneLine } from '../terminal/printable.ts';
import { moment } from './figures.ts';
import { fullId } from './full-id.ts';

type Event = z.infer<typeof shownEvent>;

export const historyOf = (context: Context) =>
  new Command('history')
    .description(
      'Show every change of a memory: when, what, why and by whom. For a forgotten memory, give the whole id.',
    )
    .argument('<id>')
    .action(async (given) => {
      const path = `/api/memory/${await fullId(context, 'memory', given)}/history`;
      const { events } = await context.ask(history, ['GET', path]);
      context.output.answer(events, (all, style) => all.map((event) => renderEvent(event, style)).join('\n'));
    });

function renderEvent(event: Event, style: Style): string {
  const { at, action, actor, reason } = event;
  const by = actor.id === null ? actor.kind : `${actor.kind} ${actor.id}`;
  return [
    `${moment(at)}  ${style.paint('bold', action)} by ${oneLine(by)}: ${oneLine(reason)}`,
    ...changesOf(event).map((change) => style.paint('dim', `  ${change}`)),
  ].join('\n');
}

/** Fields that follow from others. */
const derived = new Set([
  'updatedAt',
  'createdAt',
  'lastAccessedAt',
  'embeddingModel',
  'id',
  'sessionId',
  'words',
]);

/** The changed fields; for a new memory, its text. */
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
