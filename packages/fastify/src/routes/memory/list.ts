import type { UserMemory } from '@devai/memory';
import { z } from 'zod';
import { notFound } from '../../problems.ts';
import { idMatches, mostIdMatches } from '../../protocol/ids.ts';
import { memoryPage } from '../../protocol/memory.ts';
import { listFields, queries } from '../../protocol/requests.ts';
import { projectOf, toFilter } from './fields.ts';
import type { Routes } from '../routes.ts';

const ownQuery = z.strictObject(listFields);

/** `GET /api/memory` and `GET /api/project/:id/memories`: stored memories, newest first, in pages. `GET /api/memory/ids`: whole ids. */
export function registerMemoryList(routes: Routes): void {
  routes.get('/api/memory', {
    schema: {
      operationId: 'listMemories',
      summary: 'Lists memories, newest first',
      querystring: queries['GET /api/memory'],
      response: { 200: memoryPage, ...notFound },
    },
    handler: ({ memory, ownProject, query: { project, allProjects, ...query } }) => {
      // a session is of one project
      const isAny = allProjects || (query.sessionId !== undefined && project === undefined);
      return list(memory, isAny ? undefined : projectOf(project, ownProject), query);
    },
  });
  routes.get('/api/project/:id/memories', {
    schema: {
      operationId: 'listProjectMemories',
      summary: 'Lists the memories that a project may read, newest first',
      params: z.strictObject({ id: z.string().min(1).max(120) }),
      querystring: ownQuery,
      response: { 200: memoryPage, ...notFound },
    },
    handler: ({ memory, ownProject, params, query }) => list(memory, projectOf(params.id, ownProject), query),
  });
  routes.get('/api/memory/ids', {
    schema: {
      operationId: 'findIds',
      summary: 'Finds the memories, jobs or sessions of all projects whose id begins with a text',
      querystring: queries['GET /api/memory/ids'],
      response: { 200: idMatches },
    },
    handler: async ({ memory, query: { kind, beginning } }): Promise<z.infer<typeof idMatches>> => ({
      matches: await memory.findIds(kind, beginning, mostIdMatches),
    }),
  });

  async function list(
    { memories: own }: UserMemory,
    of: string | null | undefined,
    { after, namespace, includeInvalid, limit, ...narrowed }: z.output<typeof ownQuery>,
  ): Promise<z.infer<typeof memoryPage>> {
    const memories = await own.list({
      project: of,
      namespaces: namespace ?? [],
      filter: toFilter(narrowed),
      ...{ after, includeInvalid, limit },
    });
    const last = memories.length === limit ? memories.at(-1) : undefined;
    return { memories, next: last?.id ?? null };
  }
}
