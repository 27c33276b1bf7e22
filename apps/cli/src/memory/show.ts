import { Command } from '@commander-js/extra-typings';
import { shownMemory, type ShownMemory } from '@devai/api/protocol/memory';
import type { Context } from '../context.ts';
import { renderFields } from '../terminal/fields.ts';
import type { Style } from '../terminal/style.ts';
import { moment, shortId, twoDigits } from './figures.ts';
import { fullId } from './full-id.ts';

export const show = (context: Context) =>
  new Command('show')
    .description('Show everything about one memory')
    .argument('<id>')
    .action(async (given) => {
      const path = `/api/memory/${await fullId(context, 'memory', given)}`;
      context.output.answer(await context.ask(shownMemory, ['GET', path]), renderMemory);
    });

/** All fields of a memory, with its full text. */
export const renderMemory = (memory: ShownMemory, style: Style): string =>
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
      ['expires', memory.expiresAt && moment(memory.expiresAt)],
      ['created', moment(memory.createdAt)],
      ['changed', moment(memory.updatedAt)],
    ],
    style,
  );

function describeState(memory: ShownMemory): string {
  const { isValid, pinned, invalidatedAt, invalidatedReason, supersededBy } = memory;
  if (isValid) return pinned ? 'valid, pinned' : 'valid';
  const since = invalidatedAt === null ? '' : ` since ${moment(invalidatedAt)}`;
  const by = supersededBy === null ? '' : `, replaced by ${supersededBy}`;
  return `invalid${since}: ${invalidatedReason ?? 'no reason is known'}${by}`;
}
