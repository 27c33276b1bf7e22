import { z } from 'zod';
import { readConfig, type Config } from '../../config.ts';
import { configuredServer } from '../configured-server.ts';
import { ask } from './ask.ts';
import { createHttpApi } from './http-api.ts';
import { createInProcessApi } from './in-process-api.ts';
import type { MemoryApi } from './memory-api.ts';
import { ToolError, toolError } from './tool-error.ts';

export type Whereabouts = {
  /** --url; undefined: DEVAI_URL, else what the configuration says. */
  url: string | undefined;
  /** --token; undefined: DEVAI_API_TOKEN. */
  token: string | undefined;
  variables: Record<string, string | undefined>;
};

/** Milliseconds in which a server says that it is there. */
const healthTimeout = 3_000;

const health = z.object({ status: z.string(), store: z.object({ kind: z.string(), embedder: z.string() }) });

/**
 * The server that was named; else the one that runs where the configuration says; else the store itself, opened in this
 * process. A named server that does not answer is an error: nobody wants another store instead.
 */
export async function connect(
  { url, token, variables }: Whereabouts,
  signal: AbortSignal,
): Promise<MemoryApi> {
  const named = namedServer({ url, variables });
  const given = token ?? (variables['DEVAI_API_TOKEN']?.trim() || null);
  if (named !== undefined) {
    const api = createHttpApi({ url: serverUrl(named), token: given });
    await greet(api, signal);
    return api;
  }
  const config = readConfig(variables);
  return (await findServer(config, given, signal)) ?? createInProcessApi(config);
}

/** The server that the user names; undefined: none, so it is looked for. */
export const namedServer = ({ url, variables }: Pick<Whereabouts, 'url' | 'variables'>): string | undefined =>
  url ?? (variables['DEVAI_URL']?.trim() || undefined);

async function findServer(
  config: Config,
  token: string | null,
  signal: AbortSignal,
): Promise<MemoryApi | null> {
  const url = configuredServer(config);
  if (url === null) return null;
  const api = createHttpApi({ url, token });
  try {
    await greet(api, signal);
    return api;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    // nobody listens there, or another program does: then our server is not there
    if (isRefused(error.cause) || error.code === 'not_devai') return null;
    throw error;
  }
}

/** Throws when no DevAI server answers, and when it wants another token. */
async function greet(api: MemoryApi, signal: AbortSignal): Promise<void> {
  const timeout = AbortSignal.timeout(healthTimeout);
  try {
    await ask(api, health, ['GET', '/api/health'], { signal: AbortSignal.any([signal, timeout]) });
  } catch (error) {
    if (!timeout.aborted || signal.aborted) throw error;
    const seconds = healthTimeout / 1_000;
    throw toolError('no_answer', `${api.place} does not answer within ${seconds} seconds`, { cause: error });
  }
}

function isRefused(cause: unknown): boolean {
  if (cause instanceof AggregateError) return cause.errors.every(isRefused);
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}

/** The server's address from one that may be the chat's: any of http, ws or no scheme, with or without its path. */
function serverUrl(address: string): URL {
  const text = /^[a-z]+:\/\//i.test(address) ? address.replace(/^ws/i, 'http') : `http://${address}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw toolError('usage', `${address} is not the address of a server, such as http://127.0.0.1:3000`);
  }
  url.pathname = url.pathname.replace(/\/ws\/chat\/?$/, '');
  return url;
}
