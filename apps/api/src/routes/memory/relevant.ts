import { z } from 'zod';
import { explanation, relevant } from '../../protocol/search.ts';
import { clientGone } from '../client-gone.ts';
import { excluded, uuid, projectName, projectOf, longText, queryText } from './fields.ts';
import type { Routes, Served } from '../routes.ts';

const budgetTokens = z.coerce.number().int().min(0).max(100_000).optional();

const message = z.strictObject({ text: longText, project: projectName, budgetTokens, exclude: excluded() });
const question = message.omit({ exclude: true }).extend({ memoryId: uuid });
/** `GET` and `POST /api/memory/relevant`, and `POST /api/memory/explain`: what would go into a prompt, and why, or why not. */
export function registerRelevant(routes: Routes, { memory, ownProject }: Served): void {
  routes.get('/api/memory/relevant', {
    schema: {
      operationId: 'previewRelevantMemories',
      summary: 'Shows what would be put into the prompt of a message, and why; strengthens nothing',
      querystring: z.strictObject({
        q: queryText.describe('the message'),
        project: projectName,
        budgetTokens,
        exclude: excluded(),
      }),
      response: { 200: relevant },
    },
    handler: ({ query: { q, ...rest } }, reply) => preview({ text: q, ...rest }, clientGone(reply)),
  });
  routes.post('/api/memory/relevant', {
    schema: {
      operationId: 'previewRelevantMemoriesByBody',
      summary: 'Shows what would be put into the prompt of a message, and why; strengthens nothing',
      body: message,
      response: { 200: relevant },
    },
    handler: ({ body }, reply) => preview(body, clientGone(reply)),
  });
  routes.post('/api/memory/explain', {
    schema: {
      operationId: 'explainMemory',
      summary: 'Says why a memory would or would not be put into the prompt of a message',
      body: question,
      response: { 200: explanation },
    },
    handler: ({ body }, reply) => {
      const project = projectOf(body.project, ownProject);
      return memory.explain({ ...body, project, signal: clientGone(reply) });
    },
  });

  function preview(wanted: z.output<typeof message>, signal: AbortSignal) {
    const project = projectOf(wanted.project, ownProject);
    return memory.recall({ ...wanted, project, preview: true, signal });
  }
}
