import { z } from 'zod';
import { notFound } from '../../problems.ts';
import { shownJob } from '../../protocol/job.ts';
import { shownMemory } from '../../protocol/memory.ts';
import { showJob } from './describe-job.ts';
import { projectName, projectOf, statement, uuid, why } from './fields.ts';
import type { Routes, Served } from '../routes.ts';

const saveBody = statement
  .omit({ priority: true })
  .partial()
  .extend({
    content: statement.shape.content,
    project: projectName,
    about: z
      .enum(['user', 'project'])
      .optional()
      .describe('user: it holds in every project; absent: its category and words decide'),
    namespace: statement.shape.namespace.optional().describe('absent: filed by about, project and category'),
    reason: why,
  });
const saved = z.object({ memory: shownMemory, action: z.enum(['added', 'known']) });

/** `POST /api/memory/save` and `/api/memory/extract`: what the user states, stored at once; what a session taught, soon. */
export function registerMemorySaving(routes: Routes, { memory, ownProject }: Served): void {
  routes.post('/api/memory/save', {
    schema: {
      operationId: 'saveMemory',
      summary: 'Stores what the user states, with priority highest; the same again strengthens what is there',
      tags: ['memories'],
      body: saveBody,
      response: { 200: saved, 201: saved },
    },
    handler: async ({ body }, reply) => {
      const { memory: stored, action } = await memory.remember({
        ...body,
        project: projectOf(body.project, ownProject),
      });
      reply.code(action === 'added' ? 201 : 200);
      return { memory: stored, action };
    },
  });

  routes.post('/api/memory/extract', {
    schema: {
      operationId: 'extractSession',
      summary: 'Has extracted, in the background, what a session has that was not extracted yet',
      tags: ['sessions'],
      body: z.strictObject({ sessionId: uuid }),
      response: {
        202: z.object({ job: shownJob.nullable().describe('null: there is nothing to extract') }),
        ...notFound,
      },
    },
    handler: async ({ body }, reply) => {
      const job = await memory.sessions.extract(body.sessionId);
      reply.code(202);
      return { job: job && showJob(job) };
    },
  });
}
