import type { z } from 'zod';
import type { Config } from './config.ts';
import { ask, type Api, type Asking, type Route } from './server/api.ts';
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
  /** --url and --token. */
  whereabouts: Whereabouts;
  /** Connects on the first call; `close` disconnects. */
  connect(): Promise<Api>;
  /** Sends one request and parses the answer. */
  ask<Answer>(schema: z.ZodType<Answer>, route: Route, asking?: Asking): Promise<Answer>;
  /** Sends one request, converts the answer by `view`, and writes it. */
  answer<Answer>(
    schema: z.ZodType<Answer>,
    route: Route,
    asking?: Asking,
    view?: (answer: Answer) => unknown,
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
    ask: async (schema, route, asking) =>
      ask(await context.connect(), schema, route, { ...asking, signal: given.signal }),
    answer: async (schema, route, asking, view) =>
      given.output.answer(await context.ask(schema, route, asking), view),
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
