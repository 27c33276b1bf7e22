import { memoryGraph } from '@devai/memory/store/graph';
import { memoryEvent, memoryRecord, relatedMemory } from '@devai/memory/store/memories';
import { z } from 'zod';
import { problem } from './problem.ts';

export { deletedSession, forgotten, forgottenMessage } from '@devai/memory/store/forgetting';

/**
 * A memory as people and programs see it: all but its vector and hash. Fields that a response schema does not name are left out when
 * the response is written; its moments are ISO texts.
 */
export const shownMemory = memoryRecord.omit({ contentHash: true }).meta({ id: 'Memory' });
export type ShownMemory = z.infer<typeof shownMemory>;

/** What a memory is related to. */
export const memoryRelations = z.object({
  relations: z
    .array(
      relatedMemory
        .pick({ kind: true, direction: true })
        .extend({ memory: shownMemory.describe('the other memory, as it is now') }),
    )
    .describe('oldest first'),
});

/** The memories of a project and how they are related. */
export const shownGraph = memoryGraph.meta({ id: 'MemoryGraph' });

/** A statement that was stored, or was already known. */
export const savedMemory = z.object({ memory: shownMemory, action: z.enum(['added', 'known']) });

/** What became of each of several statements, in their order. One that cannot be stored is refused alone. */
export const savedMemories = z.object({
  results: z
    .discriminatedUnion('action', [
      savedMemory,
      z.object({ action: z.literal('refused'), problem }).describe('nothing of it was stored'),
    ])
    .array(),
});

/** A page of a list. */
export const memoryPage = z.object({
  memories: z.array(shownMemory).describe('newest first'),
  next: z
    .guid({ error: 'must be a UUID' })
    .nullable()
    .describe('pass it as `after` to get the next page; null: this was the last'),
});

/** A memory that a search found, with what explains its place. */
export const shownHit = z
  .object({
    memory: shownMemory,
    similarity: z.number().nullable().describe('cosine, -1 to 1; null without vectors'),
    wordScore: z.number().nullable().describe('0 or more; null when no word matched'),
    legs: z.array(z.enum(['vector', 'words', 'importance', 'pinned', 'overview', 'related', 'standing'])),
    score: z.number().describe('higher is better'),
  })
  .meta({ id: 'Hit' });

/** One change of a memory. */
export const shownEvent = memoryEvent.omit({ memoryId: true }).meta({ id: 'MemoryEvent' });

/** All changes of a memory. */
export const history = z.object({ events: z.array(shownEvent).describe('oldest first') });
