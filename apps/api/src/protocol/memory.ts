import { memoryGraph } from '@devai/memory/store/graph';
import { memoryEvent, memoryRecord, relatedMemory } from '@devai/memory/store/memories';
import { z } from 'zod';

export { forgotten } from '@devai/memory/store/forgetting';

/**
 * A memory as people and programs see it: all but its vector and hash. What a schema of an answer does not name is left out when
 * the answer is written; moments are ISO texts in it.
 */
export const shownMemory = memoryRecord.omit({ contentHash: true }).meta({ id: 'Memory' });
export type ShownMemory = z.infer<typeof shownMemory>;

/** What a memory is related to. */
export const memoryRelations = z.object({
  relations: z
    .array(
      relatedMemory
        .pick({ kind: true, direction: true })
        .extend({ memory: shownMemory.describe('the other, as it stands now') }),
    )
    .describe('oldest first'),
});

/** The memories of a project and how they are related. */
export const shownGraph = memoryGraph.meta({ id: 'MemoryGraph' });

/** A statement that was stored, or was known. */
export const savedMemory = z.object({ memory: shownMemory, action: z.enum(['added', 'known']) });

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
    legs: z.array(z.enum(['vector', 'words', 'importance', 'pinned', 'overview', 'related'])),
    score: z.number().describe('higher is better'),
  })
  .meta({ id: 'Hit' });

/** One change of a memory. */
export const shownEvent = memoryEvent.omit({ memoryId: true }).meta({ id: 'MemoryEvent' });

/** All changes of a memory. */
export const history = z.object({ events: z.array(shownEvent).describe('oldest first') });
