import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Ends connections over which nothing was asked yet when the server stops. Browsers and HTTP clients open them ahead of need, and Node
 * would wait a minute for their first request.
 */
export function dropSilentConnections(app: FastifyInstance): void {
  const silent = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('request', ({ socket }) => silent.delete(socket));
  app.server.on('upgrade', ({ socket }) => silent.delete(socket));
  app.addHook('preClose', async () => {
    for (const socket of silent) socket.destroy();
  });
}
