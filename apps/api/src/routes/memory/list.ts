import { z } from 'zod';
import { notFound } from '../../problems.ts';
import { idBeginning, idKinds, idMatches, mostIdMatches } from '../../protocol/ids.ts';
import { memoryPage } from '../../protocol/memory.ts';
import { filterFields, flag, uuid, pageLimit, projectName, projectOf, toFilter } from './fields.ts';
import type { Routes, Served } from '../routes.ts';

const listFields = {
  ...filterFields,
  includeInvalid: flag
    .default(false)
    .describe('include memories that were replaced, contradicted or have faded'),
  after: uuid.optional().describe('the id of the last memory of the previous page'),
  limit: pageLimit.default(50),
};
const listQuery = z.strictObject({
  project: projectName.describe(
    "the project whose memory is used; absent: that of `sessionId`, else the server's own project; empty: only global memories and the user's",
  ),
  allProjects: flag.default(false).describe('of all projects, for whoever runs the server'),
  ...listFields,
});
const ownQuery = z.strictObject(listFields);

/** `GET /api/memory` and `GET /api/project/:id/memories`: stored memories, newest first, in pages. `GET /api/memory/ids`: whole ids. */
export function registerMemoryList(routes: Routes, { memory, ownProject }: Served): void {
  routes.get('/api/memory', {
    schema: {
      operationId: 'listMemories',
      summary: 'Lists memories, newest first',
      querystring: listQuery,
      response: { 200: memoryPage, ...notFound },
    },
    handler: ({ query }) => {
      // a session is of one project
      const isAny = query.allProjects || (query.sessionId !== undefined && query.project === undefined);
      return list(isAny ? undefined : projectOf(query.project, ownProject), query);
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
    handler: ({ params, query }) => list(projectOf(params.id, ownProject), query),
  });
  routes.get('/api/memory/ids', {
    schema: {
      operationId: 'findIds',
      summary: 'Finds the memories, jobs or sessions of all projects whose id begins with a text',
      querystring: z.strictObject({ kind: z.enum(idKinds), beginning: idBeginning }),
      response: { 200: idMatches },
    },
    handler: async ({ query: { kind, beginning } }): Promise<z.infer<typeof idMatches>> => ({
      matches: await memory.findIds(kind, beginning, mostIdMatches),
    }),
  });

  async function list(
    of: string | null | undefined,
    query: z.output<typeof ownQuery>,
  ): Promise<z.infer<typeof memoryPage>> {
    const memories = await memory.memories.list({
      project: of,
      after: query.after,
      namespaces: query.namespace ?? [],
      includeInvalid: query.includeInvalid,
      filter: toFilter(query),
      limit: query.limit,
    });
    const last = memories.length === query.limit ? memories.at(-1) : undefined;
    return { memories, next: last?.id ?? null };
  }
}
