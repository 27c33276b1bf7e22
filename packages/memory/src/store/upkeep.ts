import { z } from 'zod';
import type { CallFunction } from './call-function.ts';
import { vectorText } from './columns.ts';

/** Below this strength a memory is pruned. */
export const fadedBelow = 0.05;
/** Days ahead for which a run counts what it will prune. */
export const warnDays = 7;

/** How many memories and topics a daily run ended, and how many will end within the 7 days that it warns about. */
export const decayReport = z.object({
  prunedMemories: z.int(),
  expiredMemories: z.int().describe('memories whose expiry date had passed'),
  prunedTopics: z.int(),
  fadingMemories: z.int().describe('memories that will be pruned within 7 days'),
  fadingTopics: z.int(),
});
export type DecayReport = z.output<typeof decayReport>;

/** How many rows a daily run removed. */
export const purgeReport = z.object({
  removedJobs: z.int().describe('jobs that finished more than 30 days ago'),
  mergedEntries: z
    .int()
    .describe('ledger entries older than 90 days that were merged into the sum of their day'),
  removedContexts: z.int().describe('contexts made more than 30 days ago'),
  removedShared: z
    .int()
    .describe('shared entries that expired, or are older than 30 days and not the newest of their key'),
});
export type PurgeReport = z.output<typeof purgeReport>;

const unembedded = z.object({ id: z.string(), content: z.string(), contentHash: z.string() });

/** Maintenance of the whole store. */
export const upkeepMethods = (call: CallFunction, topicBase: number) => ({
  /** Prunes what has faded below the threshold (memories and topics) and ends what has expired; writes nothing else. */
  decay: (options: { threshold: number; warnDays: number }) =>
    call(decayReport, 'decay', { ...options, topicBase }),
  /** Removes jobs finished, and contexts made, and merges ledger entries made, more than these days ago. Dead jobs stay. */
  purgeExpired: (options: { jobDays: number; ledgerDays: number; contextDays: number }) =>
    call(purgeReport, 'purge_expired', options),
  /** Memories, gists (by their sessions) and messages without a vector of `embeddingModel`, in this order, oldest first. */
  listUnembedded: (embeddingModel: string, limit: number) =>
    call(unembedded.array(), 'list_unembedded', { embeddingModel, limit }),
  countUnembedded: (embeddingModel: string) => call(z.number(), 'count_unembedded', { embeddingModel }),
  /** Fills in vectors of texts that are still the same. Returns how many. */
  setEmbeddings: (embeddingModel: string, vectors: { id: string; contentHash: string; vector: number[] }[]) =>
    call(z.number(), 'set_embeddings', {
      embeddingModel,
      vectors: vectors.map((one) => ({ ...one, vector: vectorText(one.vector) })),
    }),
});
