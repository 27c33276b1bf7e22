import type { Config } from '../../config.ts';
import type { MemoryApi } from './memory-api.ts';
import { toolError } from './tool-error.ts';

/**
 * Opens the store in this process and speaks to its endpoints as a server's clients do, without a socket and without
 * background work. Throws what assembling the app throws, `database_locked` first of all.
 */
export async function createInProcessApi(config: Config): Promise<MemoryApi> {
  const failures = collectFailures();
  // loaded when it is needed: speaking to a server takes no database
  const { createApp } = await import('../../app.ts');
  const { fastify } = await createApp(
    { ...config, logLevel: 'error' },
    { background: false, logStream: failures.stream },
  );
  const authorization = config.token === null ? {} : { authorization: `Bearer ${config.token}` };
  return {
    place: 'the store itself, as no server runs',
    isServer: false,
    cause: failures.last,
    close: () => fastify.close(),
    async send({ method, path, json, lines }, signal) {
      failures.clear();
      signal?.throwIfAborted();
      const answering = fastify.inject({
        method,
        url: path,
        headers: {
          ...authorization,
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...(lines && { 'content-type': 'application/x-ndjson' }),
        },
        ...(json !== undefined && { payload: JSON.stringify(json) }),
        ...(lines && { payload: lines }),
        payloadAsStream: true,
      });
      // inject is not given the signal, for it throws past its caller then; closing the app ends what nobody waits for
      const stopped = Promise.withResolvers<never>();
      signal?.addEventListener('abort', () => stopped.reject(toolError('interrupted', 'stopped')), {
        once: true,
      });
      const answer = await Promise.race([answering, stopped.promise]);
      const body = answer.stream();
      stopped.promise.catch((error: Error) => body.destroy(error));
      return { status: answer.statusCode, body };
    },
  };
}

/** Answers hide why a server failed, which its log tells. Here the log is ours. */
function collectFailures() {
  let last: string | null = null;
  return {
    last: () => last,
    clear(): void {
      last = null;
    },
    stream: {
      write(line: string): void {
        const entry: unknown = JSON.parse(line);
        if (typeof entry !== 'object' || entry === null || !('err' in entry)) return;
        const { err } = entry;
        if (typeof err !== 'object' || err === null || !('message' in err)) return;
        last = String(err.message);
      },
    },
  };
}
