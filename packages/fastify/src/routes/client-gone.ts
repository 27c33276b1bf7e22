import type { FastifyReply } from 'fastify';
import { HttpError } from '../errors.ts';

/**
 * Returns a signal that is aborted when the client disconnects before it is answered. The request's own `close` event does not work for this: it
 * comes as soon as the body was read.
 */
export function clientGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    // nobody sees this answer
    if (!reply.raw.writableFinished) gone.abort(new HttpError('client_gone', 'the client disconnected'));
  });
  return gone.signal;
}
