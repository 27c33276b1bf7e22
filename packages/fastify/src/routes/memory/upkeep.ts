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
import { bodies, queries } from '../../protocol/requests.ts';
import { counting, operatorsAlone, type Routes, type Served } from '../routes.ts';
import { lineAnswer, progressLines } from '../stream-lines.ts';
import { onlyUser } from '../../users/caller.ts';

type LongWork = { onProgress: (progress: object) => void; signal: AbortSignal };

/** `GET /api/memory/stats`: of the caller. `POST /api/memory/decay`, `reembed`, `calibrate`, `scrub`: work on the whole store. `POST /api/project/:id/consolidate`: on a project. */
export function registerUpkeep(routes: Routes, { operators, users, streamLines }: Served): void {
  routes.get('/api/memory/stats', {
    config: counting,
    schema: {
      operationId: 'getStats',
      summary:
        'Counts what a user has and shows what their memory cost; for the operator of many users, of all users',
      querystring: queries['GET /api/memory/stats'],
      response: { 200: stats },
    },
    handler: ({ memory, caller, query }) =>
      users === 'many' && caller.isOperator && caller.user === onlyUser
        ? operators.stats(query)
        : memory.stats(query),
  });
  routes.post('/api/memory/decay', {
    config: { isOperators: true },
    schema: {
      operationId: 'runDecay',
      summary:
        'Prunes what has faded, invalidates what has expired, and removes old jobs; doing it twice changes nothing more',
      response: { 200: decayReport },
    },
    handler: () => operators.decay.run(),
  });
  routes.post('/api/memory/reembed', {
    config: operatorsAlone,
    schema: {
      operationId: 'reembed',
      summary: 'Gives every memory a vector of the configured embedder; continues where it was stopped',
      response: lineAnswer(progressOf(reembedReport)),
    },
    handler: (_request, reply) => answerInSteps(reply, operators.reembed),
  });
  routes.post('/api/memory/calibrate', {
    config: operatorsAlone,
    schema: {
      operationId: 'calibrate',
      summary: "Measures what similarity means for the store's embedder and its memories",
      body: bodies['POST /api/memory/calibrate'],
      response: lineAnswer(progressOf(calibration)),
    },
    handler: ({ body }, reply) =>
      answerInSteps(reply, (how) => operators.calibrate({ apply: body?.apply ?? false, ...how })),
  });
  routes.post('/api/memory/scrub', {
    config: operatorsAlone,
    schema: {
      operationId: 'scrub',
      summary: 'Redacts secrets that are already stored, everywhere; a second run finds none',
      body: bodies['POST /api/memory/scrub'],
      response: lineAnswer(progressOf(scrubReport)),
    },
    handler: ({ body }, reply) =>
      answerInSteps(reply, (how) => operators.scrub({ dryRun: body?.dryRun ?? false, ...how })),
  });

  routes.post('/api/project/:id/consolidate', {
    config: operatorsAlone,
    schema: {
      operationId: 'consolidate',
      summary:
        "Merges, summarises, rescores and archives a project's memories, as a job that can be undone, or plans it",
      tags: ['projects'],
      params: z.strictObject({ id: z.string().min(1).max(120) }),
      body: bodies['POST /api/project/:id/consolidate'],
      response: lineAnswer(progressOf(consolidation)),
    },
    handler: ({ params: { id }, body }, reply) =>
      answerInSteps(reply, (how) =>
        operators.consolidate({ project: id, dryRun: body?.dryRun ?? false, ...how }),
      ),
  });

  function answerInSteps(reply: FastifyReply, work: (how: LongWork) => Promise<object>): void {
    streamLines(reply, (signal) => progressLines((onProgress) => work({ onProgress, signal })));
  }
}
