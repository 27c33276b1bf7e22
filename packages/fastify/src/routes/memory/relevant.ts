import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { explanation, relevant } from '../../protocol/search.ts';
import { clientGone } from '../client-gone.ts';
import { queryText } from '../../protocol/request-fields.ts';
import { bodies } from '../../protocol/requests.ts';
import { projectOf } from './fields.ts';
import type { Routes } from '../routes.ts';

const message = bodies['POST /api/memory/relevant'];

/** `GET` and `POST /api/memory/relevant`, and `POST /api/memory/explain`: what would go into a prompt, and why, or why not. */
export function registerRelevant(routes: Routes): void {
  routes.get('/api/memory/relevant', {
    schema: {
      operationId: 'previewRelevantMemories',
      summary: 'Shows what would be put into the prompt of a message, and why; strengthens nothing',
      querystring: z.strictObject({
        q: queryText.describe('the message'),
        ...message.omit({ text: true, strengthen: true }).shape,
      }),
      response: { 200: relevant },
    },
    handler: (request, reply) => {
      const { q, ...rest } = request.query;
      return preview(request, { text: q, ...rest }, clientGone(reply));
    },
  });
  routes.post('/api/memory/relevant', {
    schema: {
      operationId: 'previewRelevantMemoriesByBody',
      summary:
        'Shows what would be put into the prompt of a message, and why; strengthens it only when asked to',
      body: message,
      response: { 200: relevant },
    },
    handler: (request, reply) => preview(request, request.body, clientGone(reply)),
  });
  routes.post('/api/memory/explain', {
    schema: {
      operationId: 'explainMemory',
      summary: 'Says why a memory would or would not be put into the prompt of a message',
      body: bodies['POST /api/memory/explain'],
      response: { 200: explanation },
    },
    handler: ({ memory, ownProject, body }, reply) => {
      const project = projectOf(body.project, ownProject);
      return memory.explain({ ...body, project, signal: clientGone(reply) });
    },
  });

  function preview(
    { memory, ownProject }: Pick<FastifyRequest, 'memory' | 'ownProject'>,
    { strengthen = false, ...wanted }: Partial<z.output<typeof message>> & { text: string },
    signal: AbortSignal,
  ) {
    const project = projectOf(wanted.project, ownProject);
    return memory.recall({ ...wanted, project, preview: !strengthen, signal });
  }
}
