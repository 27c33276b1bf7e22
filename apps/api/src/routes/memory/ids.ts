import type { Memory } from '@devai/memory';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { anyProblem } from '../../problems.ts';
import { idBeginning, idKinds, idMatches, mostIdMatches } from '../../protocol/ids.ts';

/** `GET /api/memory/ids`: the whole ids of the beginning of one. */
export function registerIds(app: FastifyInstance, { memory }: { memory: Memory }): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/memory/ids',
    {
      schema: {
        operationId: 'findIds',
        summary: 'Finds the memories, jobs or sessions, of all projects, whose id begins with a text',
        tags: ['memories'],
        querystring: z.strictObject({ kind: z.enum(idKinds), beginning: idBeginning }),
        response: { 200: idMatches, ...anyProblem },
      },
    },
    async ({ query: { kind, beginning } }): Promise<z.infer<typeof idMatches>> => ({
      matches: await memory.findIds(kind, beginning, mostIdMatches),
    }),
  );
}
