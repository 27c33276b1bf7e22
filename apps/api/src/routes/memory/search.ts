import { MemoryError, storeNames } from '@devai/memory';
import { z } from 'zod';
import { found, foundInStores } from '../../protocol/search.ts';
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
const stores = z
  .array(z.enum(storeNames))
  .min(1)
  .optional()
  .describe('stores to search and rank together; the only other filter allowed is the project');
const searchQuery = z.strictObject({
  q: queryText.describe('what to search for'),
  ...fields,
  stores: z
    .string()
    .transform((text) => text.split(','))
    .pipe(stores.unwrap())
    .optional()
    .describe('as in the POST request, separated by commas'),
  messages: flag.default(false).describe('also search past messages'),
});
const searchBody = z.strictObject({
  text: longText.describe('what to search for'),
  ...fields,
  stores,
  messages: z.boolean().default(false).describe('also search past messages'),
});

/** `GET` and `POST /api/memory/search`: searches memories, and past messages, sessions and documents when asked to. Strengthens nothing. */
export function registerMemorySearch(routes: Routes, { memory, ownProject }: Served): void {
  routes.get('/api/memory/search', {
    schema: {
      operationId: 'searchMemories',
      summary: 'Searches memories, and past messages, sessions and documents when asked to',
      querystring: searchQuery,
      response: { 200: z.union([found, foundInStores]) },
    },
    handler: ({ query: { q, ...rest } }, reply) => search({ text: q, ...rest }, clientGone(reply)),
  });
  routes.post('/api/memory/search', {
    schema: {
      operationId: 'searchMemoriesByBody',
      summary: 'Searches memories, and past messages, sessions and documents when asked to',
      body: searchBody,
      response: { 200: z.union([found, foundInStores]) },
    },
    handler: ({ body }, reply) => search(body, clientGone(reply)),
  });

  function search(wanted: z.output<typeof searchBody>, signal: AbortSignal) {
    const { text, messages, limit, exclude, stores: named, namespace: namespaces = [] } = wanted;
    const project = projectOf(wanted.project, ownProject);
    const filter = toFilter(wanted);
    if (named) {
      const narrowing = [...Object.values(filter), exclude, wanted.namespace];
      if (messages || narrowing.some((value) => value !== undefined)) {
        throw new MemoryError('invalid_input', 'stores: cannot be combined with a filter');
      }
      return memory.searchStores({ text, project, stores: named, limit, signal });
    }
    return memory.search({ text, project, namespaces, filter, exclude, messages, signal, limit });
  }
}
