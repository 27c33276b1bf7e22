import type { Memory } from '@devai/memory';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { anyProblem, notFound } from '../../problems.ts';
import { memoryPage } from '../../protocol/memory.ts';
import { filterFields, flag, uuid, pageLimit, projectName, projectOf, toFilter } from './fields.ts';

const listFields = {
  ...filterFields,
  includeInvalid: flag.default(false).describe('also what was replaced, contradicted or has faded'),
  after: uuid.optional().describe('the id of the last one of the page before'),
  limit: pageLimit.default(50),
};
const listQuery = z.strictObject({
  project: projectName,
  allProjects: flag.default(false).describe('all projects, for who runs the server'),
  ...listFields,
});
const ownQuery = z.strictObject(listFields);

/** `GET /api/memory` and `GET /api/project/:id/memories`: stored memories, newest first, in pages. */
export function registerMemoryList(
  app: FastifyInstance,
  { memory, ownProject }: { memory: Memory; ownProject: string | null },
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    '/api/memory',
    {
      schema: {
        operationId: 'listMemories',
        summary: 'Lists memories, newest first',
        tags: ['memories'],
        querystring: listQuery,
        response: { 200: memoryPage, ...anyProblem, ...notFound },
      },
    },
    ({ query }) => {
      const wanted = query.allProjects ? undefined : projectOf(query.project, ownProject);
      return list(wanted, query);
    },
  );
  routes.get(
    '/api/project/:id/memories',
    {
      schema: {
        operationId: 'listProjectMemories',
        summary: 'Lists the memories that a project may read, newest first',
        tags: ['memories'],
        params: z.strictObject({ id: z.string().min(1).max(120) }),
        querystring: ownQuery,
        response: { 200: memoryPage, ...anyProblem, ...notFound },
      },
    },
    ({ params, query }) => list(projectOf(params.id, ownProject), query),
  );

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
