import { z } from 'zod';
import { jobStatuses } from './job.ts';
import { isoTime } from './memory.ts';

const count = z.int();
const countBy = z.record(z.string(), count);
const tokens = z.object({ calls: count, inputTokens: count, outputTokens: count });

/** What the store holds, and what memory cost. */
export const stats = z.object({
  memories: z.object({
    valid: count,
    invalid: count,
    pinned: count,
    unembedded: count.describe(
      "without a vector of the store's embedder: found by words until they have one",
    ),
    fading: count.describe('pruned within 7 days, unless they are used before'),
    byType: countBy,
    byPriority: countBy,
    byScope: z.array(z.object({ scope: z.string(), valid: count })).describe('the 100 largest'),
  }),
  sessions: z.object({ count, messages: count }),
  jobs: z.record(z.enum(jobStatuses), count).describe('of the whole store'),
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
    .describe('what memory cost, the most tokens first; days are of UTC'),
  costliestSessions: z
    .array(
      z.object({
        sessionId: z.string(),
        name: z.string().nullable(),
        project: z.string().nullable(),
        tokens: count,
      }),
    )
    .describe('the ten that took most tokens in the last 30 days'),
  memoryCosts: z
    .array(z.object({ memoryId: z.string(), jobId: z.string(), jobTokens: count, madeTogether: count }))
    .describe('with sessionId: what the jobs used that made its memories'),
  ceiling: z.object({
    limit: count.nullable(),
    used: count,
    reached: z.boolean().describe('background work waits'),
    since: isoTime,
  }),
});

/** What decay did. */
export const decayReport = z.object({
  prunedMemories: z.int(),
  expiredMemories: z.int().describe('whose date had passed'),
  prunedTopics: z.int(),
  fadingMemories: z.int().describe('will be pruned within 7 days'),
  fadingTopics: z.int(),
  removedJobs: z.int().describe('finished more than 30 days ago'),
  mergedEntries: z
    .int()
    .describe('entries of the ledger, older than 90 days, that stand in the sum of their day'),
});

/** What embedding everything anew did. */
export const reembedReport = z.object({ embedded: z.int(), embedder: z.string() });

/** What a search for stored secrets found. */
export const scrubReport = z.object({
  dryRun: z.boolean(),
  rows: z.record(z.string(), z.object({ read: z.int(), redacted: z.int() })),
  kinds: z.record(z.string(), z.int()).describe('secrets by kind'),
  left: z.int().describe('rows that changed meanwhile, and are as they were'),
});

const thresholds = { noiseFloor: z.number(), retrieval: z.number() };

/** What similarity means for an embedder and its memories. */
export const calibration = z.object({
  embedder: z.string(),
  memories: z.int(),
  pairs: z.int().describe('of texts that were compared'),
  ...thresholds,
  current: z.object(thresholds).describe('in use when it was measured'),
  applied: z.boolean(),
  advice: z.string(),
});

/** The lines of long work: how far it is, and at its end the result. */
export const progressOf = <Shape extends z.ZodRawShape>(result: z.ZodObject<Shape>) =>
  z.union([
    z.object({
      done: z.literal(false),
      progress: z.object({ done: z.int(), total: z.int().describe('may grow while it runs') }),
    }),
    result.extend({ done: z.literal(true) }),
  ]);
