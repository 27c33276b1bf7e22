import type { z } from 'zod';
import type { Config } from './config.ts';
import { ask, type Api, type Asking, type Route } from './server/api.ts';
import { connect, type Whereabouts } from './server/connect.ts';
import { confirm } from './terminal/confirm.ts';
import type { Output, Streams } from './terminal/output.ts';

/** What a command needs of the world. */
export type Context = {
  config: Config;
  streams: Streams;
  output: Output;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** What the command line says of the server. */
  whereabouts: Whereabouts;
  /** Opened when it is first asked for; closed when the command has ended. */
  connect(): Promise<Api>;
  /** One request, its answer read by a schema. */
  ask<Answer>(schema: z.ZodType<Answer>, route: Route, asking?: Asking): Promise<Answer>;
  /** Asks the user; false unless they say yes. Throws `not_confirmed` where nobody can be asked. */
  confirm(question: string): Promise<boolean>;
  /** What the process ends with when nothing is thrown. */
  exitCode: number;
  close(): Promise<void>;
};

export function createContext(given: Pick<Context, 'config' | 'streams' | 'output' | 'signal'>): Context {
  let api: Promise<Api> | undefined;
  const context: Context = {
    ...given,
    whereabouts: {},
    exitCode: 0,
    connect: () => (api ??= connect(context.whereabouts, given.config, given.signal)),
    ask: async (schema, route, asking) =>
      ask(await context.connect(), schema, route, { ...asking, signal: given.signal }),
    confirm: (question) => confirm(question, given.streams, given.signal),
    async close() {
      // what failed to open was told already
      await api?.then(
        (opened) => opened.close(),
        () => {},
      );
    },
  };
  return context;
}
