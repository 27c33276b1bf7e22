import { z } from 'zod';
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
import type { Routes, Served } from '../routes.ts';

const fields = { project: projectName, ...filterFields, exclude: excluded(), limit: pageLimit.optional() };
const searchQuery = z.strictObject({
  q: queryText.describe('what to search for'),
  ...fields,
  messages: flag.default(false).describe('also search past messages'),
});
const searchBody = z.strictObject({
  text: longText.describe('what to search for'),
  ...fields,
  messages: z.boolean().default(false).describe('also search past messages'),
});

/** `GET` and `POST /api/memory/search`: searches memories, and past messages when asked to. Strengthens nothing. */
export function registerMemorySearch(routes: Routes, { memory, ownProject }: Served): void {
  routes.get('/api/memory/search', {
    schema: {
      operationId: 'searchMemories',
      summary: 'Searches memories, and past messages when asked to',
      tags: ['search'],
      querystring: searchQuery,
      response: { 200: found },
    },
    handler: ({ query: { q, ...rest } }, reply) => search({ text: q, ...rest }, clientGone(reply)),
  });
  routes.post('/api/memory/search', {
    schema: {
      operationId: 'searchMemoriesByBody',
      summary: 'Searches memories, and past messages when asked to',
      tags: ['search'],
      body: searchBody,
      response: { 200: found },
    },
    handler: ({ body }, reply) => search(body, clientGone(reply)),
  });

  function search(wanted: z.output<typeof searchBody>, signal: AbortSignal) {
    const { text, messages, limit, exclude, namespace: namespaces = [] } = wanted;
    const project = projectOf(wanted.project, ownProject);
    const filter = toFilter(wanted);
    return memory.search({ text, project, namespaces, filter, exclude, messages, signal, limit });
  }
}
