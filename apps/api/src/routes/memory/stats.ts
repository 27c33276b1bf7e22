import type { Memory } from '@devai/memory';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { anyProblem } from '../../problems.ts';
import { counting } from '../line-answer.ts';
import { projectName, uuid } from './fields.ts';
import { jobStatuses } from './shown-job.ts';
import { isoTime } from './shown-memory.ts';

const count = z.int();
const countBy = z.record(z.string(), count);
const tokens = z.object({ calls: count, inputTokens: count, outputTokens: count });

const stats = z.object({
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

/** `GET /api/memory/stats`: what the store holds, and what memory cost. */
export function registerStats(app: FastifyInstance, { memory }: { memory: Memory }): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/memory/stats',
    {
      config: counting,
      schema: {
        operationId: 'getStats',
        summary: 'Counts what the store holds, and tells what memory cost',
        tags: ['upkeep'],
        querystring: z.strictObject({
          project: projectName.describe('only what this project reads and cost; absent: the whole store'),
          sessionId: uuid.optional().describe('only what came from this session'),
        }),
        response: { 200: stats, ...anyProblem },
      },
    },
    async ({ query }): Promise<z.infer<typeof stats>> => {
      const read = await memory.stats(query);
      return { ...read, ceiling: { ...read.ceiling, since: read.ceiling.since.toISOString() } };
    },
  );
}
