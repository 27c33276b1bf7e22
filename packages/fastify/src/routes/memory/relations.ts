import { z } from 'zod';
import { notFound } from '../../problems.ts';
import { memoryRelations, shownGraph } from '../../protocol/memory.ts';
import { byId as params, scoped } from '../../protocol/request-fields.ts';
import { bodies, queries } from '../../protocol/requests.ts';
import { projectOf } from './fields.ts';
import { requireReadable } from './readable-memory.ts';
import { counting, type Routes } from '../routes.ts';

/** `/api/memory/:id/relations`: lists, adds and removes relations of a memory. `/api/project/:id/graph`: all relations of a project. */
export function registerRelations(routes: Routes): void {
  routes.get('/api/memory/:id/relations', {
    schema: {
      operationId: 'listRelations',
      summary: 'Shows what a memory is related to, including relations from before it was updated',
      params,
      querystring: scoped,
      response: { 200: memoryRelations, ...notFound },
    },
    handler: async ({ memory, params: { id }, query: { project } }) => {
      await requireReadable(memory, id, project);
      const found =
        project === undefined
          ? await memory.memories.related(id)
          : await memory.memories.related(id, projectOf(project, null));
      return { relations: found };
    },
  });

  routes.post('/api/memory/:id/relations', {
    schema: {
      operationId: 'relateMemory',
      summary:
        'Relates a memory to another that can be read together with it; doing it twice changes nothing',
      params,
      querystring: scoped,
      body: bodies['POST /api/memory/:id/relations'],
      response: { 200: z.object({ added: z.boolean() }), ...notFound },
    },
    handler: async ({ memory, params: { id }, query, body }) => {
      await requireReadable(memory, id, query.project);
      await requireReadable(memory, body.to, query.project);
      return { added: await memory.memories.relate({ fromId: id, kind: body.kind, toId: body.to }) };
    },
  });

  routes.delete('/api/memory/:id/relations', {
    schema: {
      operationId: 'unrelateMemory',
      summary: 'Takes a relation back; doing it twice changes nothing',
      params,
      querystring: queries['DELETE /api/memory/:id/relations'],
      response: { 200: z.object({ removed: z.boolean() }), ...notFound },
    },
    handler: async ({ memory, params: { id }, query: { project, kind, to } }) => {
      await requireReadable(memory, id, project);
      return { removed: await memory.memories.unrelate({ fromId: id, kind, toId: to }) };
    },
  });
  routes.get('/api/project/:id/graph', {
    config: counting,
    schema: {
      operationId: 'getMemoryGraph',
      summary: "Shows a project's own memories and how they are related, the most related first",
      params: z.strictObject({ id: z.string().min(1).max(120) }),
      querystring: queries['GET /api/project/:id/graph'],
      response: { 200: shownGraph },
    },
    handler: ({ memory, params: { id }, query: { limit } }) => memory.graph({ project: id, limit }),
  });
}
