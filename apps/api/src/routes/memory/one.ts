import { MemoryError, type Memory } from '@devai/memory';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { anyProblem, bodyProblem, conflict, notFound } from '../../problems.ts';
import { forgotten, history, shownMemory } from '../../protocol/memory.ts';
import { defaultReason, flag, uuid, projectName, why } from './fields.ts';
import { memoryChange } from './memory-change.ts';
import { findReadable, requireReadable } from './readable-memory.ts';

const params = z.strictObject({ id: uuid });
const scoped = z.strictObject({
  project: projectName.describe('only when this project may read it; absent: any'),
});
const whyBody = z.strictObject({ reason: why });
const tags = ['memories'];

/** `/api/memory/:id`: one memory, seen, changed, forgotten, restored, with its history. */
export function registerMemory(app: FastifyInstance, { memory }: { memory: Memory }): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    '/api/memory/:id',
    {
      schema: {
        operationId: 'getMemory',
        summary: 'Shows a memory, whether it still holds or not',
        tags,
        params,
        querystring: scoped,
        response: { 200: shownMemory, ...anyProblem, ...notFound },
      },
    },
    ({ params: { id }, query }) => requireReadable(memory, id, query.project),
  );

  routes.put(
    '/api/memory/:id',
    {
      schema: {
        operationId: 'changeMemory',
        summary: 'Changes what is given of a memory; all else stays',
        tags,
        params,
        querystring: scoped,
        body: memoryChange,
        response: { 200: shownMemory, ...anyProblem, ...bodyProblem, ...notFound, ...conflict },
      },
    },
    async ({ params: { id }, query, body: { updatedAt, reason, ...change } }) => {
      await requireReadable(memory, id, query.project);
      return memory.memories.update(id, change, reason, undefined, updatedAt ?? null);
    },
  );

  routes.delete(
    '/api/memory/:id',
    {
      schema: {
        operationId: 'forgetMemory',
        summary:
          'Erases the text of a memory for good, everywhere, and hides it from the agent where it stands in messages',
        tags,
        params,
        querystring: scoped.extend({
          messages: flag
            .default(false)
            .describe('also the messages that it was taken from; may be asked for later as well'),
        }),
        response: { 200: forgotten, ...anyProblem, ...conflict },
      },
    },
    async ({ params: { id }, query }) => {
      const isReadable = query.project === undefined || (await findReadable(memory, id, query.project));
      if (!isReadable) return { forgotten: false, erasedMessages: 0, keptMessages: 0 };
      return memory.memories.forget(id, { messages: query.messages });
    },
  );

  routes.post(
    '/api/memory/:id/restore',
    {
      schema: {
        operationId: 'restoreMemory',
        summary: 'Makes a memory valid again and undoes what took its place',
        tags,
        params,
        querystring: scoped,
        body: whyBody.nullish(),
        response: { 200: shownMemory, ...anyProblem, ...bodyProblem, ...notFound, ...conflict },
      },
    },
    async ({ params: { id }, query, body }) => {
      await requireReadable(memory, id, query.project);
      return memory.memories.restore(id, body?.reason ?? defaultReason);
    },
  );

  routes.post(
    '/api/memory/:id/undo',
    {
      schema: {
        operationId: 'undoMemoryChange',
        summary: 'Undoes one change of a memory; doing so is a change that can be undone, too',
        tags,
        params,
        querystring: scoped,
        body: whyBody
          .extend({ event: z.int().optional().describe('its id in the history; absent: the last') })
          .nullish(),
        response: { 200: shownMemory, ...anyProblem, ...bodyProblem, ...notFound, ...conflict },
      },
    },
    async ({ params: { id }, query, body }) => {
      await requireReadable(memory, id, query.project);
      return memory.memories.undo(id, body?.reason ?? defaultReason, undefined, body?.event);
    },
  );

  routes.get(
    '/api/memory/:id/history',
    {
      schema: {
        operationId: 'getMemoryHistory',
        summary:
          'Shows every change of a memory: when, what, why and by whom; of a forgotten one only that it was',
        tags,
        params,
        querystring: scoped,
        response: { 200: history, ...anyProblem, ...notFound },
      },
    },
    async ({ params: { id }, query }) => {
      if (query.project !== undefined) await requireReadable(memory, id, query.project);
      const events = await memory.memories.history(id);
      if (events.length === 0) throw new MemoryError('not_found', `there is no memory ${id}`);
      return { events };
    },
  );
}
