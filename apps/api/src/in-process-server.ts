import { randomUUID } from 'node:crypto';
import type { Config } from './config.ts';

/** The API of a store that this process opened for itself. */
export type InProcessServer = {
  /** Its address, which only this machine reaches, at a port that the system chose. */
  url: URL;
  /** What its requests carry. */
  token: string;
  /** Why the last request failed: answers hide it, and a server's log would tell it. */
  lastFailure(): string | null;
  close(): Promise<void>;
};

/**
 * Opens the store that a configuration names and serves its API to this process, without background work. Throws what
 * `createApp` throws, `database_locked` first of all.
 */
export async function serveInProcess(config: Config): Promise<InProcessServer> {
  // loaded when it is needed: a client of a running server takes no database
  const { createApp } = await import('./app.ts');
  const token = config.token ?? randomUUID();
  const failures = collectFailures();
  const { fastify } = await createApp(
    { ...config, token, logLevel: 'error' },
    { background: false, logStream: failures.stream },
  );
  const url = await fastify.listen({ host: '127.0.0.1', port: 0 });
  return { url: new URL(url), token, lastFailure: failures.last, close: () => fastify.close() };
}

function collectFailures() {
  let last: string | null = null;
  return {
    last: () => last,
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
