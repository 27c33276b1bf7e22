import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

/**
 * Lets pages of these origins read what routes answer, and answers the preflight requests of their browsers, which
 * carry no token: register it before the guard. `guardAccess` refuses all other origins.
 */
export async function allowPages(app: FastifyInstance, origins: string[]): Promise<void> {
  if (origins.length === 0) return;
  await app.register(cors, {
    origin: origins,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    exposedHeaders: ['retry-after'],
    /** Seconds for which a browser need not ask again. */
    maxAge: 600,
  });
}
