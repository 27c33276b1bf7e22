import type { shownEvent, shownHit, ShownMemory } from '@devai/fastify/protocol/memory';
import type { z } from 'zod';
import { oneLine } from '../terminal/printable.ts';
import { distance, moment, shortId, written } from '../terminal/written.ts';

type Hit = z.infer<typeof shownHit>;

/** All fields of a memory with its full text. Each moment also shows its distance from now. */
export const viewMemory = (memory: ShownMemory) => ({
  ...Object.fromEntries(
    Object.entries(memory).map(([name, value]) => [
      name,
      value instanceof Date ? `${moment(value)} (${distance(value)})` : value,
    ]),
  ),
  metadata: Object.keys(memory.metadata).length === 0 ? null : JSON.stringify(memory.metadata),
  evidence: memory.evidence
    .map(
      ({ sessionId, messages, quote }) => `session ${sessionId}, messages ${written(messages)}: “${quote}”`,
    )
    .join('\n'),
});

/** A line for a memory or a message with its text, and below it the reason and other details. */
export const viewReasoned = (id: string, content: string, ...details: string[]): [string, string] => [
  id.includes(':') ? id : shortId(id),
  [content, ...details].map((detail) => oneLine(detail, 300)).join('\n'),
];

/** Hits with their scores and reasons. */
export const viewHits = (hits: (Hit & { reason: string })[]) =>
  hits.map((hit) => viewReasoned(hit.memory.id, hit.memory.content, viewScore(hit), hit.reason));

/** All components of a score. */
export const viewScore = ({ memory, similarity, wordScore, legs, score }: Hit): string =>
  [
    `similar ${written(similarity)}`,
    `words ${written(wordScore)}`,
    `legs ${legs.join('+') || 'none'}`,
    `strength ${memory.strength.toFixed(2)}`,
    `importance ${memory.importance}`,
    `score ${written(score)}`,
  ].join(' · ');

/** Fields that a change does not show: they follow from others or never change. */
const derived = new Set([
  'updatedAt',
  'createdAt',
  'lastAccessedAt',
  'embeddingModel',
  'id',
  'sessionId',
  'words',
]);

/** The fields that a change set, each as `name: before → after`; of a new memory, its text. */
function changesOf({ before, after }: z.infer<typeof shownEvent>): string[] {
  const { content } = after ?? {};
  if (before === null) return content === undefined ? [] : [`“${String(content)}”`];
  return Object.entries(after ?? {})
    .filter(([name, value]) => !derived.has(name) && inJson(before[name]) !== inJson(value))
    .map(([name, value]) => `${name}: ${inJson(before[name])} → ${inJson(value)}`);
}

/** What the change that undid another one did, on one line. */
export const viewUndoing = (event: z.infer<typeof shownEvent>): string =>
  oneLine([event.action, changesOf(event).join('; ')].filter((part) => part !== '').join(', '), 300);

/** One change of a memory: when, its number, what, why and by whom, and the changed fields; for a new memory, its text. */
export function viewEvent(event: z.infer<typeof shownEvent>): [string, string] {
  const { id, at, action, actor, reason } = event;
  const changes = changesOf(event);
  const by = `${actor.kind}${actor.id === null ? '' : ` ${actor.id}`}`;
  return [
    moment(at),
    [`${id}. ${action} by ${by}: ${reason}`, ...changes].map((line) => oneLine(line)).join('\n'),
  ];
}

const inJson = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

/** Counts by kind as a table. */
export const viewCounts = (counts: Record<string, object>) =>
  Object.entries(counts).map(([kind, numbers]) => ({ 'rows of': kind, ...numbers }));
