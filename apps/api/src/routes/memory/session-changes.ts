import type { Memory } from '@devai/memory';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { anyProblem, bodyProblem, notFound } from '../../problems.ts';
import { shownMessage, shownSession } from '../../protocol/session.ts';
import { projectName, uuid } from './fields.ts';
import { requireSession } from './readable-session.ts';

const scoped = z.strictObject({
  project: projectName.describe('only when it is of this project; absent: any'),
});

/** `PUT /api/memory/sessions/:id` and `/api/memory/sessions/:id/messages/:number`: what a person may change of a session. */
export function registerSessionChanges(app: FastifyInstance, { memory }: { memory: Memory }): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.put(
    '/api/memory/sessions/:id',
    {
      schema: {
        operationId: 'renameSession',
        summary: 'Names a session, so that a person finds it again',
        tags: ['sessions'],
        params: z.strictObject({ id: uuid }),
        querystring: scoped,
        body: z.strictObject({ name: z.string().trim().min(1).max(200) }),
        response: { 200: shownSession, ...anyProblem, ...bodyProblem, ...notFound },
      },
    },
    async ({ params: { id }, query, body }) => {
      await requireSession(memory, id, query.project);
      return memory.sessions.update(id, body);
    },
  );
  routes.put(
    '/api/memory/sessions/:id/messages/:number',
    {
      schema: {
        operationId: 'pinMessage',
        summary: 'Pins a message, so that no compaction replaces it, or unpins it',
        tags: ['sessions'],
        params: z.strictObject({ id: uuid, number: z.coerce.number().int().min(1).max(2_147_483_647) }),
        querystring: scoped,
        body: z.strictObject({ pinned: z.boolean() }),
        response: { 200: shownMessage, ...anyProblem, ...bodyProblem, ...notFound },
      },
    },
    async ({ params: { id, number }, query, body: { pinned } }) => {
      await requireSession(memory, id, query.project);
      return memory.sessions.pin(id, number, pinned);
    },
  );
}
