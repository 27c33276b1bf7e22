import { readConfig as readServerConfig, serveInProcess, storePlace } from '@devai/api';
import { describeStore } from '@devai/fastify/protocol/describe-store';
import { parseJson } from '@devai/fastify/protocol/json';
import { health } from '@devai/fastify/protocol/server';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { CliError, cliError } from '../cli-error.ts';
import type { Config, Variables } from '../config.ts';
import { configuredServer, serverUrl } from './address.ts';
import { clientOf, notDevai, serverApi, type Api } from './api.ts';
import { readSharing, share } from './shared-store.ts';

/** --url, --token and --user; undefined: use the environment. */
export type Whereabouts = { url?: string | undefined; token?: string | undefined; user?: string | undefined };

/**
 * How a store is opened in this process. `isHost`: the process stays, runs the jobs of the store, and lets other processes of this
 * machine use it. `waits`, as a host does: for another process that has the store and may be ending.
 */
export type Opening = { isHost?: boolean; waits?: boolean };

/** Milliseconds to wait for the process that has the store, which may be opening it or ending. */
const lockPatience = 6_000;
const lockRetry = 150;

/** Milliseconds for a server to answer the health check. */
const healthTimeout = 3_000;

const { kind, place, embedder } = health.shape.store.shape;
/** Identifies a DevAI server of any version. Older ones do not say the place of their store. */
const greeting = z.object({
  status: z.string(),
  store: z.object({ kind, embedder, place: place.optional() }),
});

type ServerConfig = ReturnType<typeof readServerConfig>;
type Store = { kind: string; place?: string | undefined };
type Server = { api: Api; store: Store };

/** The variables that name a store. A command that is given one of them must not use another store. */
const storeVariables = ['DATABASE_URL', 'SUPABASE_URL', 'DEVAI_DATA'];

const namesStore = (variables: Variables): boolean =>
  storeVariables.some((name) => (variables[name] ?? '').trim() !== '');

const storeOf = async (config: ServerConfig): Promise<Store> => ({
  kind: config.store.kind,
  place: await storePlace(config),
});

/**
 * Connects to the named server. Without one, to the server at the configured address if it has the configured store, or any store when
 * none is configured; otherwise opens the store in this process. A named server that does not answer is an error: falling back to
 * another store would surprise the user. `tell` is called with what the command works on, before a store is opened.
 */
export async function connect(
  whereabouts: Whereabouts,
  config: Config,
  signal: AbortSignal,
  tell: (text: string) => void,
  { isHost = false, waits = isHost }: Opening = {},
): Promise<Api> {
  const named = whereabouts.url ?? config.server;
  const token = whereabouts.token ?? config.token;
  const user = whereabouts.user ?? config.user;
  if (named !== null) return useServer(await greet(serverApi(serverUrl(named), token, user), signal), tell);
  const serverConfig = readServerConfig(config.variables);
  const own = await storeOf(serverConfig);
  const url = await configuredServer(config.variables);
  const found =
    url === null
      ? 'PORT is 0, so no server is looked for'
      : await findServer(serverApi(url, token, user), signal, namesStore(config.variables) ? own : null);
  if (typeof found !== 'string') return useServer(found, tell);
  const tellOpening = (): void => tell(`store: ${describeStore(own)}, opened here: ${found}`);
  // who waits may find that another process has opened it
  if (!waits) tellOpening();
  let refusedAt: number | undefined;
  for (;;) {
    try {
      const server = await serveInProcess(serverConfig, { background: isHost });
      if (waits) tellOpening();
      const stopSharing =
        isHost && own.kind === 'pglite' ? await share(serverConfig.dataFolder, server) : null;
      const close = async () => {
        await stopSharing?.();
        await server.close();
      };
      return { ...server, close, user, place: 'the store itself', whyHere: found, mayEnd: false };
    } catch (error) {
      if (!isLocked(error)) throw error;
      const sharer = await findSharer(serverConfig.dataFolder, user, signal);
      if (sharer) return useServer(sharer, tell);
      // what this process itself takes to load is not waiting
      refusedAt ??= performance.now();
      if (signal.aborted || !waits || performance.now() - refusedAt > lockPatience) throw error;
      await setTimeout(lockRetry);
    }
  }
}

const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'database_locked';

/** The process that opened the store for itself and lets others use it; null: none answers. */
async function findSharer(folder: string, user: string | null, signal: AbortSignal): Promise<Server | null> {
  const sharing = await readSharing(folder);
  if (sharing === null) return null;
  const api = { ...serverApi(sharing.url, sharing.token, user), mayEnd: true };
  try {
    return await greet(api, signal);
  } catch (error) {
    // it has ended without removing its address, or is ending
    if (error instanceof CliError && !signal.aborted) return null;
    throw error;
  }
}

function useServer({ api, store }: Server, tell: (text: string) => void): Api {
  tell(`store: ${describeStore(store)}, by the server at ${api.place}`);
  return api;
}

/** The server there if it has the store that is asked for. Otherwise says why it is not used: a server of another store is none. */
async function findServer(api: Api, signal: AbortSignal, asked: Store | null): Promise<Server | string> {
  try {
    const server = await greet(api, signal);
    return (asked && describeOtherStore(server, asked)) ?? server;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    if (isRefused(error.cause) || error.code === 'not_devai') return `no server runs at ${api.place}`;
    if (asked === null || signal.aborted) throw error;
    return `it is not known which store the server there has (${error.message})`;
  }
}

/** Null if the server has the store that is asked for. */
function describeOtherStore({ api, store }: Server, asked: Store): string | null {
  if (store.kind === asked.kind && store.place === asked.place) return null;
  return store.kind === asked.kind && store.place === undefined
    ? `the server at ${api.place} does not say which store it has`
    : `the server at ${api.place} has another one, ${describeStore(store)}`;
}

/**
 * Says which store a chat with the server works on, if it answers. Throws `other_store` if the variables name another store than
 * that of the server that runs at the usual address.
 */
export async function tellStore(
  api: Api,
  { isNamed, variables }: { isNamed: boolean; variables: Variables },
  signal: AbortSignal,
  tell: (text: string) => void,
): Promise<void> {
  const server = await greet(api, signal).catch((error: unknown) => {
    // the chat itself reports it, and may wait for the server
    if (error instanceof CliError && !signal.aborted) return null;
    throw error;
  });
  if (server === null) return;
  if (!isNamed && namesStore(variables)) {
    const own = await storeOf(readServerConfig(variables));
    const other = describeOtherStore(server, own);
    if (other !== null) throw cliError('other_store', `${describeStore(own)} has no server: ${other}`);
  }
  useServer(server, tell);
}

/** Returns the server if it is DevAI's. Throws `no_answer`, `not_devai` and `unauthorized`. */
async function greet(api: Api, signal: AbortSignal): Promise<Server> {
  const timeout = AbortSignal.timeout(healthTimeout);
  try {
    const route = 'GET /api/health';
    const text = await clientOf(api).askText(route, { signal: AbortSignal.any([signal, timeout]) });
    const { data, error } = greeting.safeParse(parseJson(text));
    if (!data) throw notDevai(api, route, error);
    return { api, store: data.store };
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
