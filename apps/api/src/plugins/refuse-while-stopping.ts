import type { FastifyInstance } from 'fastify';
import { HttpError } from '@devai/fastify/errors';

/** Refuses every request that comes after the server has begun to stop. Register it before other hooks that run when it stops. */
export function refuseWhileStopping(app: FastifyInstance): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.addHook('onRequest', async () => {
    if (isStopping) throw new HttpError('stopping', 'the server is shutting down');
  });
}
