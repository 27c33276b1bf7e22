import type { Memory } from '@devai/memory';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { anyProblem, conflict, notFound } from '../../problems.ts';
import { uuid, pageLimit } from './fields.ts';
import { jobStatuses, shownJob, toShownJob } from './shown-job.ts';

const params = z.strictObject({ id: uuid });
const tags = ['jobs'];

/** `/api/memory/jobs`: the background work, and taking up again what failed. */
export function registerJobs(app: FastifyInstance, { memory }: { memory: Memory }): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    '/api/memory/jobs',
    {
      schema: {
        operationId: 'listJobs',
        summary: 'Lists background jobs, newest first',
        tags,
        querystring: z.strictObject({
          status: z.enum(jobStatuses).optional(),
          limit: pageLimit.default(50),
        }),
        response: { 200: z.object({ jobs: z.array(shownJob) }), ...anyProblem },
      },
    },
    async ({ query }) => {
      const jobs = await memory.jobs.list({
        limit: query.limit,
        ...(query.status && { status: query.status }),
      });
      return { jobs: jobs.map(toShownJob) };
    },
  );
  routes.post(
    '/api/memory/jobs/:id/retry',
    {
      schema: {
        operationId: 'retryJob',
        summary: 'Makes a dead or waiting job due now, with all its tries',
        tags,
        params,
        response: { 200: shownJob, ...anyProblem, ...notFound, ...conflict },
      },
    },
    async (request) => toShownJob(await memory.jobs.retry(request.params.id)),
  );
}
