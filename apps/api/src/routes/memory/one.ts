import { MemoryError, parseNamespaceIn } from '@devai/memory';
import { z } from 'zod';
import { conflict, notFound } from '../../problems.ts';
import { comingTime } from '../../protocol/parse-time.ts';
import { forgotten, history, shownMemory } from '../../protocol/memory.ts';
import { byId as params, defaultReason, flag, projectOf, scoped, statement, why } from './fields.ts';
import { requireReadable } from './readable-memory.ts';
import type { Routes, Served } from '../routes.ts';

const moment = z.iso.datetime({ offset: true }).transform((value) => new Date(value));

const memoryChange = statement.partial().extend({
  title: statement.shape.title.nullable().optional(),
  pinned: z.boolean().optional(),
  expiresAt: comingTime.nullable().optional(),
  updatedAt: moment
    .optional()
    .describe('as it was read: if the memory has changed since, the request fails with `conflict`'),
  reason: why,
});
const whyBody = z.strictObject({ reason: why });
const nothingForgotten = { forgotten: false, memoryIds: [], erasedMessages: 0, keptMessages: 0, kept: [] };

/** `/api/memory/:id`: shows, changes, forgets and restores one memory, and shows its history. */
export function registerMemory(routes: Routes, { memory }: Served): void {
  routes.get('/api/memory/:id', {
    schema: {
      operationId: 'getMemory',
      summary: 'Shows a memory, valid or not',
      params,
      querystring: scoped,
      response: { 200: shownMemory, ...notFound },
    },
    handler: ({ params: { id }, query }) => requireReadable(memory, id, query.project),
  });

  routes.put('/api/memory/:id', {
    schema: {
      operationId: 'changeMemory',
      summary:
        'Changes the given fields of a memory; all others stay. With `project`, it cannot move to another project',
      params,
      querystring: scoped,
      body: memoryChange,
      response: { 200: shownMemory, ...notFound, ...conflict },
    },
    handler: async ({ params: { id }, query, body: { updatedAt, reason, ...change } }) => {
      await requireReadable(memory, id, query.project);
      if (query.project !== undefined && change.namespace !== undefined) {
        parseNamespaceIn(projectOf(query.project, null), change.namespace);
      }
      return memory.memories.update(id, change, reason, undefined, updatedAt ?? null);
    },
  });

  routes.delete('/api/memory/:id', {
    schema: {
      operationId: 'forgetMemory',
      summary:
        'Erases the text of a memory for good, everywhere, and hides it from the agent where it stands in messages',
      params,
      querystring: scoped.extend({
        messages: flag
          .default(false)
          .describe('also erase the messages that it was taken from; can also be requested later'),
      }),
      response: { 200: forgotten, ...notFound, ...conflict },
    },
    handler: async ({ params: { id }, query }) => {
      if (query.project !== undefined) {
        // one that is gone may have been forgotten by the same request before
        if (!(await memory.memories.get(id))) return nothingForgotten;
        await requireReadable(memory, id, query.project);
      }
      return memory.memories.forget(id, { messages: query.messages });
    },
  });

  routes.post('/api/memory/:id/restore', {
    schema: {
      operationId: 'restoreMemory',
      summary: 'Makes a memory valid again, and undoes what took its place',
      params,
      querystring: scoped,
      body: whyBody.nullish(),
      response: { 200: shownMemory, ...notFound, ...conflict },
    },
    handler: async ({ params: { id }, query, body }) => {
      await requireReadable(memory, id, query.project);
      return memory.memories.restore(id, body?.reason ?? defaultReason);
    },
  });

  routes.post('/api/memory/:id/undo', {
    schema: {
      operationId: 'undoMemoryChange',
      summary: 'Undoes one change of a memory; this is itself a change that can be undone',
      params,
      querystring: scoped,
      body: whyBody
        .extend({
          event: z.int().optional().describe('the id of the change in the history; absent: the last change'),
        })
        .nullish(),
      response: { 200: shownMemory, ...notFound, ...conflict },
    },
    handler: async ({ params: { id }, query, body }) => {
      await requireReadable(memory, id, query.project);
      return memory.memories.undo(id, body?.reason ?? defaultReason, undefined, body?.event);
    },
  });

  routes.get('/api/memory/:id/history', {
    schema: {
      operationId: 'getMemoryHistory',
      summary:
        'Shows every change of a memory: when, what, why and by whom; for a forgotten memory, only that it was forgotten',
      params,
      querystring: scoped,
      response: { 200: history, ...notFound },
    },
    handler: async ({ params: { id }, query }) => {
      if (query.project !== undefined) await requireReadable(memory, id, query.project);
      const events = await memory.memories.history(id);
      if (events.length === 0) throw new MemoryError('not_found', `there is no memory ${id}`);
      return { events };
    },
  });
}
