import type { Memory } from '@devai/memory';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { anyProblem, bodyProblem } from '../../problems.ts';
import { found } from '../../protocol/search.ts';
import { clientGone } from '../client-gone.ts';
import {
  excluded,
  filterFields,
  flag,
  pageLimit,
  projectName,
  projectOf,
  longText,
  queryText,
  toFilter,
} from './fields.ts';

const searchQuery = z.strictObject({
  q: queryText.describe('what to search for'),
  project: projectName,
  ...filterFields,
  exclude: excluded(),
  limit: pageLimit.optional(),
  messages: flag.default(false).describe('also search past messages'),
});
const searchBody = z.strictObject({
  text: longText.describe('what to search for'),
  project: projectName,
  ...filterFields,
  exclude: excluded(),
  limit: pageLimit.optional(),
  messages: z.boolean().default(false).describe('also search past messages'),
});
type Wanted = z.output<typeof searchBody>;

/** `GET` and `POST /api/memory/search`: searches memories, and past messages when asked to. Strengthens nothing. */
export function registerMemorySearch(
  app: FastifyInstance,
  { memory, ownProject }: { memory: Memory; ownProject: string | null },
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    '/api/memory/search',
    {
      schema: {
        operationId: 'searchMemories',
        summary: 'Searches memories, and past messages when asked to',
        tags: ['search'],
        querystring: searchQuery,
        response: { 200: found, ...anyProblem },
      },
    },
    ({ query: { q, ...rest } }, reply) => search({ text: q, ...rest }, clientGone(reply)),
  );
  routes.post(
    '/api/memory/search',
    {
      schema: {
        operationId: 'searchMemoriesByBody',
        summary: 'Searches memories, and past messages when asked to',
        tags: ['search'],
        body: searchBody,
        response: { 200: found, ...anyProblem, ...bodyProblem },
      },
    },
    ({ body }, reply) => search(body, clientGone(reply)),
  );

  function search(wanted: Wanted, signal: AbortSignal) {
    const { text, messages, limit, exclude, namespace = [] } = wanted;
    const project = projectOf(wanted.project, ownProject);
    return memory.search({
      text,
      project,
      namespaces: namespace,
      filter: toFilter(wanted),
      exclude,
      messages,
      signal,
      limit,
    });
  }
}
