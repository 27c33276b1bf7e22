import { readConfig as readServerConfig, serveInProcess } from '@devai/api';
import { health } from '@devai/api/protocol/server';
import { z } from 'zod';
import { CliError, cliError } from '../cli-error.ts';
import type { Config } from '../config.ts';
import { configuredServer, serverUrl } from './address.ts';
import { ask, serverApi, type Api } from './api.ts';

/** --url and --token; undefined: use the environment. */
export type Whereabouts = { url?: string | undefined; token?: string | undefined };

/** Milliseconds for a server to answer the health check. */
const healthTimeout = 3_000;

/** Identifies a DevAI server of any version. */
const greeting = z.object({
  status: z.string(),
  store: health.shape.store.pick({ kind: true, embedder: true }),
});

/**
 * Connects to the named server, or to the one at the configured address, or opens the store in this process when none runs
 * there. A named server that does not answer is an error: falling back to another store would surprise the user.
 */
export async function connect(whereabouts: Whereabouts, config: Config, signal: AbortSignal): Promise<Api> {
  const named = whereabouts.url ?? config.server;
  const token = whereabouts.token ?? config.token;
  if (named !== null) return greet(serverApi(serverUrl(named), token), signal);
  const serverConfig = readServerConfig(config.variables);
  const url = await configuredServer(config.variables);
  const found = url && (await findServer(serverApi(url, token), signal));
  if (found) return found;
  const server = await serveInProcess(serverConfig);
  return { ...server, place: 'the store itself, as no server runs', isServer: false };
}

/** Null if nothing listens there, or a program other than DevAI. */
async function findServer(api: Api, signal: AbortSignal): Promise<Api | null> {
  try {
    return await greet(api, signal);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    if (isRefused(error.cause) || error.code === 'not_devai') return null;
    throw error;
  }
}

/** Returns the API if a DevAI server answers. Throws `no_answer`, `not_devai` and `unauthorized`. */
async function greet(api: Api, signal: AbortSignal): Promise<Api> {
  const timeout = AbortSignal.timeout(healthTimeout);
  try {
    await ask(api, greeting, ['GET', '/api/health'], { signal: AbortSignal.any([signal, timeout]) });
    return api;
  } catch (error) {
    // every DevAI server has a health check: the address has a wrong path
    if (error instanceof CliError && error.code === 'no_route') {
      throw cliError('not_devai', `there is no DevAI API at ${api.url.href}`, { cause: error });
    }
    if (!timeout.aborted || signal.aborted) throw error;
    const seconds = healthTimeout / 1_000;
    throw cliError('no_answer', `${api.place} does not answer within ${seconds} seconds`, { cause: error });
  }
}

/** Whether the connection was refused, or closed without an answer. */
function isRefused(cause: unknown): boolean {
  if (cause instanceof AggregateError) return cause.errors.every(isRefused);
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  return code === 'ECONNREFUSED' || code === 'UND_ERR_SOCKET';
}
