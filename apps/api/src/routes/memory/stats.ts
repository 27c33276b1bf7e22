import type { Memory } from '@devai/memory';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { anyProblem } from '../../problems.ts';
import { stats } from '../../protocol/upkeep.ts';
import { counting } from '../line-answer.ts';
import { projectName, uuid } from './fields.ts';

/** `GET /api/memory/stats`: what the store holds, and what memory cost. */
export function registerStats(app: FastifyInstance, { memory }: { memory: Memory }): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/memory/stats',
    {
      config: counting,
      schema: {
        operationId: 'getStats',
        summary: 'Counts what the store holds, and tells what memory cost',
        tags: ['upkeep'],
        querystring: z.strictObject({
          project: projectName.describe('only what this project reads and cost; absent: the whole store'),
          sessionId: uuid.optional().describe('only what came from this session'),
        }),
        response: { 200: stats, ...anyProblem },
      },
    },
    ({ query }) => memory.stats(query),
  );
}
