import type { Memory } from '@devai/memory';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { anyProblem, bodyProblem } from '../../problems.ts';
import { explanation, relevant } from '../../protocol/search.ts';
import { clientGone } from '../client-gone.ts';
import { excluded, uuid, projectName, projectOf, longText, queryText } from './fields.ts';

const budgetTokens = z.coerce.number().int().min(0).max(100_000).optional();

const message = z.strictObject({ text: longText, project: projectName, budgetTokens, exclude: excluded() });
const question = message.omit({ exclude: true }).extend({ memoryId: uuid });
/** `GET` and `POST /api/memory/relevant`, and `POST /api/memory/explain`: what would go into a prompt, and why, or why not. */
export function registerRelevant(
  app: FastifyInstance,
  { memory, ownProject }: { memory: Memory; ownProject: string | null },
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    '/api/memory/relevant',
    {
      schema: {
        operationId: 'previewRelevantMemories',
        summary: 'Shows what would be put into the prompt of a message, and why; strengthens nothing',
        tags: ['search'],
        querystring: z.strictObject({
          q: queryText.describe('the message'),
          project: projectName,
          budgetTokens,
          exclude: excluded(),
        }),
        response: { 200: relevant, ...anyProblem },
      },
    },
    ({ query: { q, ...rest } }, reply) => preview({ text: q, ...rest }, clientGone(reply)),
  );
  routes.post(
    '/api/memory/relevant',
    {
      schema: {
        operationId: 'previewRelevantMemoriesByBody',
        summary: 'Shows what would be put into the prompt of a message, and why; strengthens nothing',
        tags: ['search'],
        body: message,
        response: { 200: relevant, ...anyProblem, ...bodyProblem },
      },
    },
    ({ body }, reply) => preview(body, clientGone(reply)),
  );
  routes.post(
    '/api/memory/explain',
    {
      schema: {
        operationId: 'explainMemory',
        summary: 'Says why a memory would or would not be put into the prompt of a message',
        tags: ['search'],
        body: question,
        response: { 200: explanation, ...anyProblem, ...bodyProblem },
      },
    },
    ({ body }, reply) =>
      memory.explain({
        text: body.text,
        memoryId: body.memoryId,
        project: projectOf(body.project, ownProject),
        signal: clientGone(reply),
        budgetTokens: body.budgetTokens,
      }),
  );

  function preview(wanted: z.output<typeof message>, signal: AbortSignal) {
    return memory.recall({
      ...wanted,
      project: projectOf(wanted.project, ownProject),
      preview: true,
      signal,
    });
  }
}
