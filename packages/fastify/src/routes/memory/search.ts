import { MemoryError } from '@devai/memory';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { found, foundInStores } from '../../protocol/search.ts';
import { clientGone } from '../client-gone.ts';
import { bodies, queries } from '../../protocol/requests.ts';
import { projectOf, toFilter } from './fields.ts';
import type { Routes } from '../routes.ts';

/** `GET` and `POST /api/memory/search`: searches memories, and past messages, sessions and documents when asked to. Strengthens nothing. */
export function registerMemorySearch(routes: Routes): void {
  routes.get('/api/memory/search', {
    schema: {
      operationId: 'searchMemories',
      summary: 'Searches memories, and past messages, sessions and documents when asked to',
      querystring: queries['GET /api/memory/search'],
      response: { 200: z.union([found, foundInStores]) },
    },
    handler: (request, reply) => {
      const { q, ...rest } = request.query;
      return search(request, { text: q, ...rest }, clientGone(reply));
    },
  });
  routes.post('/api/memory/search', {
    schema: {
      operationId: 'searchMemoriesByBody',
      summary: 'Searches memories, and past messages, sessions and documents when asked to',
      body: bodies['POST /api/memory/search'],
      response: { 200: z.union([found, foundInStores]) },
    },
    handler: (request, reply) => search(request, request.body, clientGone(reply)),
  });

  function search(
    { memory, ownProject }: Pick<FastifyRequest, 'memory' | 'ownProject'>,
    wanted: z.output<(typeof bodies)['POST /api/memory/search']>,
    signal: AbortSignal,
  ) {
    const { text, messages, limit, exclude, stores: named, namespace, project: of, ...narrowed } = wanted;
    const project = projectOf(of, ownProject);
    const filter = toFilter(narrowed);
    if (named) {
      const narrowing = [...Object.values(filter), exclude, namespace];
      if (messages || narrowing.some((value) => value !== undefined)) {
        throw new MemoryError('invalid_input', 'stores: cannot be combined with a filter');
      }
      return memory.searchStores({ text, project, stores: named, limit, signal });
    }
    return memory.search({
      text,
      project,
      namespaces: namespace ?? [],
      filter,
      exclude,
      messages,
      signal,
      limit,
    });
  }
}
