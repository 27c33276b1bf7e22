import type { Answer, Asked, Asking } from '@devai/fastify/protocol/client';
import type { Config } from './config.ts';
import { ask, type Api } from './server/api.ts';
import type { Whereabouts } from './server/connect.ts';
import { confirm } from './terminal/confirm.ts';
import type { Output, Streams } from './terminal/output.ts';

/** Everything a command works with. */
export type Context = {
  config: Config;
  streams: Streams;
  output: Output;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** --url, --token and --user. */
  whereabouts: Whereabouts;
  /** Connects on the first call; `close` disconnects. */
  connect(): Promise<Api>;
  /** Sends one request and parses the answer. */
  ask<Route extends Asked>(route: Route, asking: Asking<Route>): Promise<Answer<Route, 'read'>>;
  /** Sends one request, converts the answer by `view`, and writes it. */
  answer<Route extends Asked>(
    route: Route,
    asking: Asking<Route>,
    view?: (answer: Answer<Route, 'read'>) => unknown,
  ): Promise<void>;
  /** Asks the user a yes-or-no question. Throws `not_confirmed` without a terminal. */
  confirm(question: string): Promise<boolean>;
  /** The exit code if nothing is thrown. */
  exitCode: number;
  close(): Promise<void>;
};

export function createContext(given: Pick<Context, 'config' | 'streams' | 'output' | 'signal'>): Context {
  let api: Promise<Api> | undefined;
  const context: Context = {
    ...given,
    whereabouts: {},
    exitCode: 0,
    connect: () => (api ??= connect()),
    ask: async (route, asking) => ask(await context.connect(), route, { ...asking, signal: given.signal }),
    answer: async (route, asking, view) => given.output.answer(await context.ask(route, asking), view),
    confirm: (question) => confirm(question, given.streams, given.signal),
    async close() {
      // a failed connection has been reported already
      await api?.then(
        (opened) => opened.close(),
        () => {},
      );
    },
  };
  return context;

  async function connect(): Promise<Api> {
    // loaded on demand: help needs no server
    const server = await import('./server/connect.ts');
    return server.connect(context.whereabouts, given.config, given.signal, given.output.note);
  }
}
