import { shownMemory, type ShownMemory } from '../../../protocol/memory.ts';
import { ask } from '../ask.ts';
import type { Command } from '../command.ts';
import { moment, momentOrNull, shortId, twoDigits } from '../figures.ts';
import { fullMemoryId } from '../full-id.ts';
import type { Paper } from '../paper.ts';
import { renderFields } from '../render-fields.ts';

export const show: Command = {
  name: 'show',
  words: '<id>',
  summary: 'everything about one memory',
  options: {},
  counts: [1, 1],
  async run({ words: [given = ''], connect, output, signal }) {
    const api = await connect();
    const id = await fullMemoryId(api, given, signal);
    output.answer(await ask(api, shownMemory, ['GET', `/api/memory/${id}`], { signal }), renderMemory);
  },
};

/** All of a memory, its text whole. */
export const renderMemory = (memory: ShownMemory, paper: Paper): string =>
  renderFields(
    [
      ['id', memory.id],
      ['content', memory.content],
      ['title', memory.title],
      ['state', describeState(memory)],
      ['namespace', memory.namespace],
      ['type', `${memory.memoryType}, ${memory.category}`],
      ['priority', `${memory.priority}, importance ${memory.importance}`],
      ['source', `${memory.source}, vouched for by the ${memory.trust}`],
      [
        'strength',
        `${twoDigits(memory.strength)}, used ${memory.accessCount} times, last ${moment(memory.lastAccessedAt)}`,
      ],
      ['tags', memory.tags.join(', ')],
      ['metadata', Object.keys(memory.metadata).length === 0 ? null : JSON.stringify(memory.metadata)],
      ['embedder', memory.embeddingModel ?? 'none yet: found by words until it has a vector'],
      ['session', memory.sessionId],
      ...memory.evidence.map(({ sessionId, messages, quote }): [string, string] => [
        'evidence',
        `session ${shortId(sessionId)}, messages ${messages.join(', ')}: “${quote}”`,
      ]),
      ['expires', momentOrNull(memory.expiresAt)],
      ['created', moment(memory.createdAt)],
      ['changed', moment(memory.updatedAt)],
    ],
    paper,
  );

function describeState({
  isValid,
  pinned,
  invalidatedAt,
  invalidatedReason,
  supersededBy,
}: ShownMemory): string {
  if (isValid) return pinned ? 'valid, pinned' : 'valid';
  const since = invalidatedAt === null ? '' : ` since ${moment(invalidatedAt)}`;
  const by = supersededBy === null ? '' : `, replaced by ${supersededBy}`;
  return `invalid${since}: ${invalidatedReason ?? 'no reason is known'}${by}`;
}
