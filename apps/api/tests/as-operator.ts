import devai from '@devai/fastify';
import type { Memory } from '@devai/memory';
import type { FastifyInstance } from 'fastify';

/** All requests come from the operator of a store of one user. */
export async function actAsOperator(app: FastifyInstance, memory: Memory, project: string | null) {
  await app.register(devai, { memory, authenticate: 'unguarded', project });
  app.addHook('onRequest', app.asCaller);
}
