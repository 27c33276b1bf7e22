import { categories, eventActions, memoryTypes, priorities, sources, trusts } from '@devai/memory/types';
import { z } from 'zod';

/** A moment in an answer. */
export const isoTime = z.iso.datetime();

/**
 * A memory as people and programs see it: all but its vector. What a schema of an answer does not name is left out when
 * the answer is written.
 */
export const shownMemory = z
  .object({
    id: z.guid(),
    content: z.string(),
    title: z.string().nullable(),
    memoryType: z.enum(memoryTypes),
    category: z.enum(categories),
    namespace: z.string(),
    priority: z.enum(priorities),
    importance: z.int().describe('1 to 10'),
    source: z.enum(sources),
    tags: z.array(z.string()),
    metadata: z.record(z.string(), z.unknown()),
    evidence: z
      .array(z.object({ sessionId: z.string(), messages: z.array(z.int()), quote: z.string() }))
      .describe('where it was taken from'),
    embeddingModel: z.string().nullable().describe('null while it waits for its vector'),
    strength: z.number().describe('0 to 1, now'),
    accessCount: z.int(),
    lastAccessedAt: isoTime,
    pinned: z.boolean(),
    trust: z.enum(trusts),
    sessionId: z.string().nullable(),
    isValid: z.boolean(),
    invalidatedAt: isoTime.nullable(),
    invalidatedReason: z.string().nullable(),
    supersededBy: z.guid().nullable(),
    expiresAt: isoTime.nullable(),
    createdAt: isoTime,
    updatedAt: isoTime,
  })
  .meta({ id: 'Memory' });

export type ShownMemory = z.infer<typeof shownMemory>;

/** A page of a list. */
export const memoryPage = z.object({
  memories: z.array(shownMemory).describe('newest first'),
  next: z
    .guid({ error: 'must be a UUID' })
    .nullable()
    .describe('give it as after to get the next page; null: this was the last'),
});

/** A memory that a search found, with what explains its place. */
export const shownHit = z
  .object({
    memory: shownMemory,
    similarity: z.number().nullable().describe('cosine, -1 to 1; null without vectors'),
    wordScore: z.number().nullable().describe('0 upward; null when no word matched'),
    legs: z.array(z.enum(['vector', 'words', 'importance', 'pinned', 'overview'])),
    score: z.number().describe('higher is better'),
  })
  .meta({ id: 'Hit' });

const state = z.record(z.string(), z.unknown()).nullable();

/** One change of a memory. */
export const shownEvent = z
  .object({
    id: z.int(),
    at: isoTime,
    action: z.enum(eventActions),
    reason: z.string(),
    actor: z.object({ kind: z.enum(['session', 'job', 'user', 'agent']), id: z.string().nullable() }),
    before: state.describe('the fields of the memory as they were; null: it was not there'),
    after: state.describe('as they became; null where the text was erased'),
  })
  .meta({ id: 'MemoryEvent' });

/** All changes of a memory. */
export const history = z.object({ events: z.array(shownEvent).describe('oldest first') });

/** What forgetting did. */
export const forgotten = z.object({
  forgotten: z.boolean().describe('false: there was nothing to erase'),
  erasedMessages: z.int(),
  keptMessages: z
    .int()
    .describe(
      'messages that still hold it: no model is shown it any more; with messages=true those that it was taken from go',
    ),
});
