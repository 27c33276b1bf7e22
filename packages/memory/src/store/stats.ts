import { z } from 'zod';
import type { CallFunction } from './call-function.ts';
import { jobStatuses } from './jobs.ts';

const count = z.int().nonnegative();
const countBy = z.record(z.string(), count);
const tokens = z.object({ calls: count, inputTokens: count, outputTokens: count });

/** The figures of a user, or of a store. Only valid memories count, except in `invalid`. */
export const storeStats = z.object({
  memories: z.object({
    valid: count.describe('neither invalid, expired nor faded: what a list has'),
    invalid: count,
    pinned: count,
    unembedded: count.describe(
      "memories without a vector of the store's embedder; only words find them until they have one",
    ),
    fading: count.describe('memories that will be pruned within 7 days unless they are used'),
    byType: countBy,
    byPriority: countBy,
    byScope: z.array(z.object({ scope: z.string(), valid: count })).describe('the 100 largest scopes'),
  }),
  sessions: z.object({ count, messages: count }),
  jobs: z.record(z.enum(jobStatuses), count),
  usage: z
    .array(
      z.object({
        operation: z.string(),
        model: z.string(),
        today: tokens,
        last30Days: tokens,
        allTime: tokens,
      }),
    )
    .describe('what memory cost, most tokens first; days are UTC'),
  days: z
    .array(
      tokens.extend({
        day: z.iso.date(),
        operation: z.string().describe('`chat` for the calls of agents; otherwise what memory did'),
        model: z.string(),
        cost: z.number().nullable().describe('in US dollars; null when no price is known'),
      }),
    )
    .describe('the last 30 days (UTC), newest first'),
  costliestSessions: z
    .array(
      z.object({
        sessionId: z.string(),
        name: z.string().nullable(),
        project: z.string().nullable(),
        tokens: count,
      }),
    )
    .describe('the ten that used the most tokens in the last 30 days'),
  memoryCosts: z
    .array(z.object({ memoryId: z.string(), jobId: z.string(), jobTokens: count, madeTogether: count }))
    .describe("only with sessionId: the tokens of the jobs that made the session's memories"),
  usedToday: count.describe('tokens that memory used today'),
});
export type StoreStats = z.output<typeof storeStats>;

type StatsQuery = {
  scopes: string[] | null;
  project: string | null;
  sessionId: string | null;
  embeddingModel: string;
  warnDays: number;
};

/** Counts, which read whole tables. Null: all. */
export const statsMethods = (call: CallFunction) => ({
  /** Of what the user has and reads. */
  getStats: (query: StatsQuery) => call(storeStats, 'get_stats', query),
  /** Of all users. */
  getStoreStats: (query: StatsQuery) => call(storeStats, 'get_store_stats', query),
});
