import type { Memory } from '@devai/memory';
import type { FastifyInstance } from 'fastify';
import { actAsCaller } from '../src/users/act-as-caller.ts';
import { onlyUser } from '../src/users/caller.ts';

/** All requests come from the operator of a store of one user, as without a guard nobody says. */
export function actAsOperator(app: FastifyInstance, memory: Memory, ownProject: string | null): void {
  app.decorateRequest('caller');
  app.addHook('onRequest', async (request) => {
    request.caller = { user: onlyUser, name: onlyUser, isOperator: true, projects: null, expiresAt: null };
  });
  actAsCaller(app, { memory, ownProject });
}
