import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Check } from '../../doctor.ts';
import { anyProblem } from '../../problems.ts';
import { counting } from '../line-answer.ts';

const examination = z.object({
  checks: z.array(
    z.object({
      name: z.string(),
      status: z.enum(['ok', 'warning', 'problem']),
      detail: z.string().describe('how it is'),
      help: z.string().nullable().describe('what to do; null where all is well'),
    }),
  ),
});

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
