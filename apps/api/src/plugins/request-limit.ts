import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '@devai/fastify/errors';

/** Requests a minute of one user, from one address where there is only one; each costly route has a stricter limit of its own. */
const requestsPerMinute = 600;

/** Limits requests to all routes that are registered after this. */
export async function limitRequests(app: FastifyInstance, users: 'one' | 'many' = 'one'): Promise<void> {
  await app.register(rateLimit, {
    max: requestsPerMinute,
    timeWindow: '1 minute',
    // the routes' hooks run after the guard's, which knows the caller; nobody needs to be one for the page
    keyGenerator: ({ ip, caller, routeOptions }) =>
      users === 'one' || routeOptions.config.isPublic === true || caller === undefined
        ? ip
        : `user ${caller.user}`,
    errorResponseBuilder: (_request, { after }) =>
      new HttpError('rate_limited', `too many requests; wait ${after}`),
  });
}
