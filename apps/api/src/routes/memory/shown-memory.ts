import {
  categories,
  memoryTypes,
  priorities,
  sources,
  trusts,
  type Hit,
  type StoredMemory,
} from '@devai/memory';
import { z } from 'zod';

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

export function toShownMemory(memory: StoredMemory): ShownMemory {
  return {
    ...memory,
    lastAccessedAt: memory.lastAccessedAt.toISOString(),
    invalidatedAt: memory.invalidatedAt?.toISOString() ?? null,
    expiresAt: memory.expiresAt?.toISOString() ?? null,
    createdAt: memory.createdAt.toISOString(),
    updatedAt: memory.updatedAt.toISOString(),
  };
}

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

export const toShownHit = <Kind extends Hit>(hit: Kind) => ({ ...hit, memory: toShownMemory(hit.memory) });
