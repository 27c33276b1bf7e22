import { setTimeout } from 'node:timers/promises';
import type { Change } from '@devai/fastify/protocol/changes';
import type { Answer, Asked, Asking } from '@devai/fastify/protocol/client';
import { CliError } from '../cli-error.ts';
import { ask, askLines, type Api } from '../server/api.ts';

/** Milliseconds after which changes are watched again. */
const rewatchAfter = 2_000;
/** Refusals of a server of an older version, which cannot be watched. */
const cannotWatch = ['no_route', 'invalid_input', 'not_devai'];

/** The memory that this process serves: of one user, in one project. */
export type Backend = {
  ask<Route extends Asked>(route: Route, asking: Asking<Route>): Promise<Answer<Route, 'read'>>;
  /** The project that all requests name; '' for none. */
  project(): Promise<string>;
  /** Calls the listener with what changes, whoever changes it. Returns a function that ends it. */
  onChange(listener: (change: Change) => void): () => void;
  /** Tells the listeners what this process has changed. */
  note(change: Change): void;
  close(): Promise<void>;
};

/**
 * Connects at the first request, by `open`, and again when the process that had the store has ended. A request that fails is told to
 * whoever sent it; the next one tries anew.
 */
export function createBackend(open: () => Promise<Api>, named: string | undefined): Backend {
  const closing = new AbortController();
  const listeners = new Set<(change: Change) => void>();
  let connecting: Promise<Api> | null = null;
  let own: Promise<string> | null = null;
  let isWatching = false;

  function connected(): Promise<Api> {
    connecting ??= open().catch((error: unknown) => {
      connecting = null;
      throw error;
    });
    return connecting;
  }

  async function request<Route extends Asked>(
    route: Route,
    asking: Asking<Route>,
  ): Promise<Answer<Route, 'read'>> {
    const used = connected();
    const api = await used;
    try {
      return await ask(api, route, asking);
    } catch (error) {
      if (!api.mayEnd || !isGone(error)) throw error;
      // the store is free, or somebody else has it now
      if (connecting === used) connecting = null;
      return ask(await connected(), route, asking);
    }
  }

  async function project(): Promise<string> {
    if (named !== undefined) return named;
    own ??= request('GET /api/me', {}).then((me) => me.project ?? '');
    return own.catch((error: unknown) => {
      own = null;
      throw error;
    });
  }

  const tell = (change: Change): void => {
    for (const listener of listeners) listener(change);
  };

  async function watch(): Promise<void> {
    const { signal } = closing;
    while (!signal.aborted) {
      try {
        const query = { project: await project() };
        for await (const line of askLines(await connected(), 'GET /api/memory/watch', { query, signal })) {
          if (line.change) tell(line.change);
        }
      } catch (error) {
        // the next request of the client tells it what is wrong
        if (error instanceof CliError && cannotWatch.includes(error.code)) return;
      }
      await setTimeout(rewatchAfter, undefined, { signal }).catch(() => {});
    }
  }

  return {
    ask: request,
    project,
    onChange(listener) {
      listeners.add(listener);
      if (!isWatching) void watch();
      isWatching = true;
      return () => listeners.delete(listener);
    },
    note: tell,
    async close() {
      closing.abort();
      // a failed connection has been reported already
      const api = await connecting?.catch(() => null);
      await api?.close();
    },
  };
}

/** Whether an answer may be missing because the process that gave it has ended; another one may have its port by now. */
const isGone = (error: unknown): boolean =>
  error instanceof CliError &&
  ['no_answer', 'broken_answer', 'not_devai', 'unauthorized', 'stopping'].includes(error.code);
