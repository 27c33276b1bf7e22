import type { Memory } from '@devai/memory';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { anyProblem, bodyProblem } from '../../problems.ts';
import { calibration, decayReport, progressOf, reembedReport, scrubReport } from '../../protocol/upkeep.ts';
import { costly, lineAnswer } from '../line-answer.ts';
import { progressLines, type StreamLines } from '../stream-lines.ts';

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
        response: { ...lineAnswer(progressOf(reembedReport)), ...anyProblem },
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
        response: { ...lineAnswer(progressOf(calibration)), ...anyProblem, ...bodyProblem },
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
        response: { ...lineAnswer(progressOf(scrubReport)), ...anyProblem, ...bodyProblem },
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
