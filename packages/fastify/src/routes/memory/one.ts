import { MemoryError, parseNamespaceIn } from '@devai/memory';
import { conflict, notFound } from '../../problems.ts';
import { forgotten, history, shownMemory } from '../../protocol/memory.ts';
import { byId as params, defaultReason, scoped } from '../../protocol/request-fields.ts';
import { bodies, queries } from '../../protocol/requests.ts';
import { projectOf } from './fields.ts';
import { requireReadable } from './readable-memory.ts';
import type { Routes } from '../routes.ts';

const nothingForgotten = { forgotten: false, memoryIds: [], erasedMessages: 0, keptMessages: 0, kept: [] };

/** `/api/memory/:id`: shows, changes, forgets and restores one memory, and shows its history. */
export function registerMemory(routes: Routes): void {
  routes.get('/api/memory/:id', {
    schema: {
      operationId: 'getMemory',
      summary: 'Shows a memory, valid or not',
      params,
      querystring: scoped,
      response: { 200: shownMemory, ...notFound },
    },
    handler: ({ memory, params: { id }, query }) => requireReadable(memory, id, query.project),
  });

  routes.put('/api/memory/:id', {
    schema: {
      operationId: 'changeMemory',
      summary:
        'Changes the given fields of a memory; all others stay. With `project`, it cannot move to another project',
      params,
      querystring: scoped,
      body: bodies['PUT /api/memory/:id'],
      response: { 200: shownMemory, ...notFound, ...conflict },
    },
    handler: async ({ memory, params: { id }, query, body: { updatedAt, reason, ...change } }) => {
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
      querystring: queries['DELETE /api/memory/:id'],
      response: { 200: forgotten, ...notFound, ...conflict },
    },
    handler: async ({ memory, params: { id }, query }) => {
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
      body: bodies['POST /api/memory/:id/restore'],
      response: { 200: shownMemory, ...notFound, ...conflict },
    },
    handler: async ({ memory, params: { id }, query, body }) => {
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
      body: bodies['POST /api/memory/:id/undo'],
      response: { 200: shownMemory, ...notFound, ...conflict },
    },
    handler: async ({ memory, params: { id }, query, body }) => {
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
    handler: async ({ memory, params: { id }, query }) => {
      if (query.project !== undefined) await requireReadable(memory, id, query.project);
      const events = await memory.memories.history(id);
      if (events.length === 0) throw new MemoryError('not_found', `there is no memory ${id}`);
      return { events };
    },
  });
}
