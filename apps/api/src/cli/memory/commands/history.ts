import { z } from 'zod';
import { shownEvent } from '../../../protocol/memory.ts';
import { ask } from '../ask.ts';
import type { Command } from '../command.ts';
import { moment } from '../figures.ts';
import { fullMemoryId } from '../full-id.ts';
import type { Paper } from '../paper.ts';
import { plainLine } from '../plain-line.ts';

type Event = z.infer<typeof shownEvent>;

const history = z.object({ events: z.array(shownEvent) });

export const historyOf: Command = {
  name: 'history',
  words: '<id>',
  summary: 'every change of a memory: when, what, why and by whom',
  details: 'Of a forgotten memory (give its whole id) only that it was.',
  options: {},
  counts: [1, 1],
  async run({ words: [given = ''], connect, output, signal }) {
    const api = await connect();
    const id = await fullMemoryId(api, given, signal);
    const { events } = await ask(api, history, ['GET', `/api/memory/${id}/history`], { signal });
    output.answer(events, (all, paper) => all.map((event) => renderEvent(event, paper)).join('\n'));
  },
};

function renderEvent(event: Event, paper: Paper): string {
  const { at, action, actor, reason } = event;
  const by = actor.id === null ? actor.kind : `${actor.kind} ${actor.id}`;
  return [
    `${moment(at)}  ${paper.paint('bold', action)} by ${plainLine(by)}: ${plainLine(reason)}`,
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
  if (before === null)
    return typeof after['content'] === 'string' ? [`“${plainLine(after['content'])}”`] : [];
  return Object.keys(after)
    .filter((name) => !derived.has(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => `${name}: ${written(before[name])} → ${written(after[name])}`);
}

const written = (value: unknown): string => plainLine(JSON.stringify(value) ?? 'nothing');
