import { readConfig as readServerConfig, serveInProcess } from '@devai/api';
import { health } from '@devai/api/protocol/server';
import { z } from 'zod';
import { CliError, cliError } from '../cli-error.ts';
import type { Config } from '../config.ts';
import { configuredServer, serverUrl } from './address.ts';
import { ask, serverApi, type Api } from './api.ts';

/** --url and --token; undefined: what the environment says. */
export type Whereabouts = { url?: string | undefined; token?: string | undefined };

/** Milliseconds in which a server says that it is there. */
const healthTimeout = 3_000;

/** Enough to know a DevAI server by, of whatever version. */
const greeting = z.object({
  status: z.string(),
  store: health.shape.store.pick({ kind: true, embedder: true }),
});

/**
 * The server that was named; else the one that runs where the configuration says; else the store itself, opened in this
 * process. A named server that does not answer is an error: nobody wants another store instead.
 */
export async function connect(whereabouts: Whereabouts, config: Config, signal: AbortSignal): Promise<Api> {
  const named = whereabouts.url ?? config.server;
  const token = whereabouts.token ?? config.token;
  if (named !== null) return greet(serverApi(serverUrl(named), token), signal);
  const serverConfig = readServerConfig(config.variables);
  const url = configuredServer(config.variables);
  const found = url && (await findServer(serverApi(url, token), signal));
  if (found) return found;
  const server = await serveInProcess(serverConfig);
  return { ...server, place: 'the store itself, as no server runs', isServer: false };
}

/** Null when nobody listens there, or another program does: then our server is not there. */
async function findServer(api: Api, signal: AbortSignal): Promise<Api | null> {
  try {
    return await greet(api, signal);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    if (isRefused(error.cause) || error.code === 'not_devai') return null;
    throw error;
  }
}

/** Throws when no DevAI server answers, and when it wants another token. */
async function greet(api: Api, signal: AbortSignal): Promise<Api> {
  const timeout = AbortSignal.timeout(healthTimeout);
  try {
    await ask(api, greeting, ['GET', '/api/health'], { signal: AbortSignal.any([signal, timeout]) });
    return api;
  } catch (error) {
    if (!timeout.aborted || signal.aborted) throw error;
    const seconds = healthTimeout / 1_000;
    throw cliError('no_answer', `${api.place} does not answer within ${seconds} seconds`, { cause: error });
  }
}

/** Nobody listens there, or somebody who closes the connection. */
function isRefused(cause: unknown): boolean {
  if (cause instanceof AggregateError) return cause.errors.every(isRefused);
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  return code === 'ECONNREFUSED' || code === 'UND_ERR_SOCKET';
}
