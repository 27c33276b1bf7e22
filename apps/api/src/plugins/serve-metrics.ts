import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** May also be read with `DEVAI_METRICS_TOKEN`. */
    isMetrics?: boolean;
  }
}

/** Counts the requests to all routes that are registered after this. */
export function countRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode: status, elapsedTime }) => {
    const route = routeOptions.url ?? 'none';
    metrics.noteRequest({
      method: routeOptions.url ? method : 'any',
      route,
      status,
      milliseconds: elapsedTime,
    });
  });
}

/** `GET /metrics`, for the operator and whoever has the token of the metrics. */
export function serveMetrics(app: FastifyInstance, metrics: Metrics): void {
  app.get(
    '/metrics',
    {
      config: { isOperators: true, isMetrics: true, rateLimit: { max: 60, timeWindow: '1 minute' } },
      schema: { hide: true },
    },
    async (_request, reply) => reply.type(metrics.contentType).send(await metrics.read()),
  );
}
