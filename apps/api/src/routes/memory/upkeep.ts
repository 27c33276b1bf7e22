import type { Memory } from '@devai/memory';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { anyProblem, bodyProblem } from '../../problems.ts';
import { costly, lineAnswer, progressOf } from '../line-answer.ts';
import { progressLines, type StreamLines } from '../stream-lines.ts';

const decayReport = z.object({
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
const reembedLine = progressOf(z.object({ embedded: z.int(), embedder: z.string() }));
const scrubLine = progressOf(
  z.object({
    dryRun: z.boolean(),
    rows: z.record(z.string(), z.object({ read: z.int(), redacted: z.int() })),
    kinds: z.record(z.string(), z.int()).describe('secrets by kind'),
    left: z.int().describe('rows that changed meanwhile, and are as they were'),
  }),
);
const thresholds = { noiseFloor: z.number(), retrieval: z.number() };
const calibrateLine = progressOf(
  z.object({
    embedder: z.string(),
    memories: z.int(),
    pairs: z.int().describe('of texts that were compared'),
    ...thresholds,
    current: z.object(thresholds).describe('in use when it was measured'),
    applied: z.boolean(),
    advice: z.string(),
  }),
);
const tags = ['upkeep'];

/** `POST /api/memory/decay`, `reembed`, `calibrate`, `scrub`: work on the whole store. */
export function registerUpkeep(
  app: FastifyInstance,
  { memory, streamLines }: { memory: Memory; streamLines: StreamLines },
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.post(
    '/api/memory/decay',
    {
      schema: {
        operationId: 'runDecay',
        summary:
          'Prunes what has faded, ends what has expired, and lets go of old jobs; running it twice does no more than once',
        tags,
        response: { 200: decayReport, ...anyProblem },
      },
    },
    () => memory.decay.run(),
  );
  routes.post(
    '/api/memory/reembed',
    {
      config: costly,
      schema: {
        operationId: 'reembed',
        summary: 'Gives every memory a vector of the configured embedder; goes on where it was stopped',
        tags,
        response: { ...lineAnswer(reembedLine), ...anyProblem },
      },
    },
    (_request, reply) => {
      streamLines(reply, (signal) => progressLines((onProgress) => memory.reembed({ onProgress, signal })));
    },
  );
  routes.post(
    '/api/memory/calibrate',
    {
      config: costly,
      schema: {
        operationId: 'calibrate',
        summary: "Measures what similarity means for the store's embedder and its memories",
        tags,
        body: z.strictObject({ apply: z.boolean().default(false).describe('uses it from now on') }).nullish(),
        response: { ...lineAnswer(calibrateLine), ...anyProblem, ...bodyProblem },
      },
    },
    ({ body }, reply) => {
      const { apply = false } = body ?? {};
      streamLines(reply, (signal) =>
        progressLines((onProgress) => memory.calibrate({ apply, onProgress, signal })),
      );
    },
  );
  routes.post(
    '/api/memory/scrub',
    {
      config: costly,
      schema: {
        operationId: 'scrub',
        summary: 'Replaces secrets that are stored already, everywhere; a second time finds none',
        tags,
        body: z.strictObject({ dryRun: z.boolean().default(false).describe('only counts') }).nullish(),
        response: { ...lineAnswer(scrubLine), ...anyProblem, ...bodyProblem },
      },
    },
    ({ body }, reply) => {
      const { dryRun = false } = body ?? {};
      streamLines(reply, (signal) =>
        progressLines((onProgress) => memory.scrub({ dryRun, onProgress, signal })),
      );
    },
  );
}
