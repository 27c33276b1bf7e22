import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import {
  calibration,
  consolidation,
  decayReport,
  progressOf,
  reembedReport,
  scrubReport,
  stats,
} from '../../protocol/upkeep.ts';
import { costly, counting, type Routes, type Served } from '../routes.ts';
import { lineAnswer, progressLines } from '../stream-lines.ts';
import { projectName, uuid } from './fields.ts';

type LongWork = { onProgress: (progress: object) => void; signal: AbortSignal };

/** `GET /api/memory/stats`; `POST /api/memory/decay`, `reembed`, `calibrate`, `scrub`: work on the whole store. `POST /api/project/:id/consolidate`: on a project. */
export function registerUpkeep(routes: Routes, { memory, streamLines }: Served): void {
  routes.get('/api/memory/stats', {
    config: counting,
    schema: {
      operationId: 'getStats',
      summary: 'Counts what the store holds, and shows what memory cost',
      querystring: z.strictObject({
        project: projectName.describe(
          'only what this project reads and what it cost; absent: the whole store',
        ),
        sessionId: uuid.optional().describe('only what came from this session'),
      }),
      response: { 200: stats },
    },
    handler: ({ query }) => memory.stats(query),
  });
  routes.post('/api/memory/decay', {
    schema: {
      operationId: 'runDecay',
      summary:
        'Prunes what has faded, invalidates what has expired, and removes old jobs; doing it twice changes nothing more',
      response: { 200: decayReport },
    },
    handler: () => memory.decay.run(),
  });
  routes.post('/api/memory/reembed', {
    config: costly,
    schema: {
      operationId: 'reembed',
      summary: 'Gives every memory a vector of the configured embedder; continues where it was stopped',
      response: lineAnswer(progressOf(reembedReport)),
    },
    handler: (_request, reply) => answerInSteps(reply, memory.reembed),
  });
  routes.post('/api/memory/calibrate', {
    config: costly,
    schema: {
      operationId: 'calibrate',
      summary: "Measures what similarity means for the store's embedder and its memories",
      body: z
        .strictObject({
          apply: z.boolean().default(false).describe('use the measured thresholds from now on'),
        })
        .nullish(),
      response: lineAnswer(progressOf(calibration)),
    },
    handler: ({ body }, reply) =>
      answerInSteps(reply, (how) => memory.calibrate({ apply: body?.apply ?? false, ...how })),
  });
  routes.post('/api/memory/scrub', {
    config: costly,
    schema: {
      operationId: 'scrub',
      summary: 'Redacts secrets that are already stored, everywhere; a second run finds none',
      body: z
        .strictObject({ dryRun: z.boolean().default(false).describe('only count the secrets') })
        .nullish(),
      response: lineAnswer(progressOf(scrubReport)),
    },
    handler: ({ body }, reply) =>
      answerInSteps(reply, (how) => memory.scrub({ dryRun: body?.dryRun ?? false, ...how })),
  });

  routes.post('/api/project/:id/consolidate', {
    config: costly,
    schema: {
      operationId: 'consolidate',
      summary:
        "Merges, summarises, rescores and archives a project's memories, as a job that can be undone, or plans it",
      tags: ['projects'],
      params: z.strictObject({ id: z.string().min(1).max(120) }),
      body: z
        .strictObject({ dryRun: z.boolean().default(false).describe('only plan it, at the same cost') })
        .nullish(),
      response: lineAnswer(progressOf(consolidation)),
    },
    handler: ({ params: { id }, body }, reply) =>
      answerInSteps(reply, (how) =>
        memory.consolidate({ project: id, dryRun: body?.dryRun ?? false, ...how }),
      ),
  });

  function answerInSteps(reply: FastifyReply, work: (how: LongWork) => Promise<object>): void {
    streamLines(reply, (signal) => progressLines((onProgress) => work({ onProgress, signal })));
  }
}
