import { moment } from '@devai/memory/store/columns';
import { storeStats } from '@devai/memory/store/stats';
import { decayReport as ended, purgeReport } from '@devai/memory/store/upkeep';
import { z } from 'zod';

/** Counts and costs of the store. */
export const stats = storeStats.omit({ usedToday: true }).extend({
  ceiling: z.object({
    limit: z.int().nullable().describe('tokens a day, of the user or of all; null: no limit'),
    used: z.int(),
    reached: z.boolean().describe('if true, background work waits'),
    since: moment,
    code: z
      .enum(['limit_reached', 'user_limit_reached'])
      .nullable()
      .describe(
        'which limit is reached: that of all, or the own; in the figures of the store that of some users',
      ),
  }),
});

/** What the daily run did. */
export const decayReport = ended.extend(purgeReport.shape);

/** What a consolidation did, or would do. */
export { consolidation } from '@devai/memory/store/consolidation';

/** The result of re-embedding. */
export const reembedReport = z.object({ embedded: z.int(), embedder: z.string() });

/** The result of a scrub. */
export const scrubReport = z.object({
  dryRun: z.boolean(),
  rows: z.record(z.string(), z.object({ read: z.int(), redacted: z.int() })),
  kinds: z.record(z.string(), z.int()).describe('number of secrets by kind'),
  left: z.int().describe('rows that changed meanwhile and were left as they are'),
});

const thresholds = { noiseFloor: z.number(), retrieval: z.number() };

/** Thresholds measured for an embedder and its memories. */
export const calibration = z.object({
  embedder: z.string(),
  memories: z.int(),
  pairs: z.int().describe('pairs of texts that were compared'),
  ...thresholds,
  current: z.object(thresholds).describe('in use at the time of measuring'),
  applied: z.boolean(),
  advice: z.string(),
});

const progress = z.object({ done: z.int(), total: z.int().describe('may grow while it runs') });
const progressLine = z.object({ done: z.literal(false), progress }).meta({ id: 'Progress' });

/** The lines of a long-running request: progress, then the result. */
export const progressOf = <Shape extends z.ZodRawShape>(result: z.ZodObject<Shape>) =>
  z.union([progressLine, result.extend({ done: z.literal(true) })]);
