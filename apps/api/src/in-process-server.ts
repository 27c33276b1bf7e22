import { randomUUID } from 'node:crypto';
import type { Config } from './config.ts';

/** The API over a store that this process has opened. */
export type InProcessServer = {
  /** A loopback address with a port assigned by the system. */
  url: URL;
  /** The token that requests must carry. */
  token: string;
  /** Why the last request failed. Answers do not show it; a server would log it. */
  lastFailure(): string | null;
  close(): Promise<void>;
};

/**
 * Opens the configured store and serves its API to this process. `background`: also runs jobs, which a process that lives for one command
 * leaves to a server. Throws what `createApp` throws, such as `database_locked`.
 */
export async function serveInProcess(
  config: Config,
  { background = false }: { background?: boolean } = {},
): Promise<InProcessServer> {
  // loaded on demand, because a client of a running server needs no database
  const { createApp } = await import('./app.ts');
  const { createLog } = await import('./create-log.ts');
  const token = config.token ?? randomUUID();
  const failures = collectFailures();
  const { fastify } = await createApp(
    { ...config, token },
    { background, log: createLog({ logLevel: 'error' }, failures.stream) },
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
