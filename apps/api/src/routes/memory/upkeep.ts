import type { Memory } from '@devai/memory';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { anyProblem } from '../../problems.ts';
import { costly, lineAnswer, progressOf } from '../line-answer.ts';
import { progressLines, type StreamLines } from '../stream-lines.ts';

const decayReport = z.object({
  prunedMemories: z.int(),
  prunedTopics: z.int(),
  fadingMemories: z.int().describe('will be pruned within 7 days'),
  fadingTopics: z.int(),
});
const reembedLine = progressOf(z.object({ embedded: z.int(), embedder: z.string() }));
const tags = ['upkeep'];

/** `POST /api/memory/decay`, `reembed`: work on the whole store. */
export function registerUpkeep(
  app: FastifyInstance,
  { memory, streamLines }: { memory: Memory; streamLines: StreamLines },
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.post(
    '/api/memory/decay',
    {
      schema: {
        operationId: 'runDecay',
        summary: 'Prunes what has faded; running it twice does no more than once',
        tags,
        response: { 200: decayReport, ...anyProblem },
      },
    },
    () => memory.decay.run(),
  );
  routes.post(
    '/api/memory/reembed',
    {
      config: costly,
      schema: {
        operationId: 'reembed',
        summary: 'Gives every memory a vector of the configured embedder; goes on where it was stopped',
        tags,
        response: { ...lineAnswer(reembedLine), ...anyProblem },
      },
    },
    (_request, reply) => {
      streamLines(reply, (signal) => progressLines((onProgress) => memory.reembed({ onProgress, signal })));
    },
  );
}
