import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { anyProblem } from '../../problems.ts';
import { examination, type Check } from '../../protocol/server.ts';
import { counting } from '../line-answer.ts';

/** `GET /api/memory/doctor`: what is wrong, and what to do about it. */
export function registerDoctor(app: FastifyInstance, examine: () => Promise<Check[]>): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/memory/doctor',
    {
      config: counting,
      schema: {
        operationId: 'examine',
        summary: 'Looks for what is wrong, and says what to do about it',
        tags: ['server'],
        response: { 200: examination, ...anyProblem },
      },
    },
    async () => ({ checks: await examine() }),
  );
}
