import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../errors.ts';

/** Requests a minute from one address; each costly route has a stricter limit of its own. */
const requestsPerMinute = 600;

/** Limits requests to all routes that are registered after this. */
export async function limitRequests(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    max: requestsPerMinute,
    timeWindow: '1 minute',
    errorResponseBuilder: (_request, { after }) =>
      new HttpError('rate_limited', `too many requests; wait ${after}`),
  });
}
