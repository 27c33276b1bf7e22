import { MemoryError } from '@devai/memory';
import { conflict, notFound } from '../../problems.ts';
import { jobPage, retried, shownJob, undone } from '../../protocol/job.ts';
import { showJob } from './describe-job.ts';
import { byId as params, defaultReason } from '../../protocol/request-fields.ts';
import { bodies, queries } from '../../protocol/requests.ts';
import type { Routes, Served } from '../routes.ts';

/** `/api/memory/jobs`: lists, retries and undoes background work. */
export function registerJobs(routes: Routes, { operators }: Served): void {
  routes.get('/api/memory/jobs', {
    schema: {
      operationId: 'listJobs',
      summary: 'Lists background jobs, newest first',
      querystring: queries['GET /api/memory/jobs'],
      response: { 200: jobPage },
    },
    handler: async ({ memory, query }) => {
      const jobs = await memory.jobs.list(query);
      return { jobs: jobs.map(showJob) };
    },
  });
  routes.get('/api/memory/jobs/:id', {
    schema: {
      operationId: 'getJob',
      summary: 'Shows a background job',
      params,
      response: { 200: shownJob, ...notFound },
    },
    handler: async (request) => {
      const job = await request.memory.jobs.get(request.params.id);
      if (!job) throw new MemoryError('not_found', `there is no job ${request.params.id}`);
      return showJob(job);
    },
  });
  routes.post('/api/memory/jobs/:id/undo', {
    schema: {
      operationId: 'undoJob',
      summary: 'Undoes what a finished job did to memories; doing it twice changes nothing',
      params,
      body: bodies['POST /api/memory/jobs/:id/undo'],
      response: { 200: undone, ...notFound, ...conflict },
    },
    handler: ({ memory, params: { id }, body }) => memory.jobs.undo(id, body?.reason ?? defaultReason),
  });
  routes.post('/api/memory/jobs/:id/retry', {
    schema: {
      operationId: 'retryJob',
      summary: 'Makes a dead or waiting job due now, with all its tries again',
      params,
      response: { 200: shownJob, ...notFound, ...conflict },
    },
    handler: async (request) => showJob(await request.memory.jobs.retry(request.params.id)),
  });
  routes.post('/api/memory/jobs/retry', {
    config: { isOperators: true },
    schema: {
      operationId: 'retryFailedJobs',
      summary: 'Makes all jobs due now that are dead, or that failed and are waiting',
      response: { 200: retried },
    },
    handler: async () => ({ retried: await operators.jobs.retryFailed() }),
  });
}
