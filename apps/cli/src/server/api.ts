import { answerLines, answers } from '@devai/fastify/protocol/answers';
import {
  createClient,
  problemOf,
  type Answer,
  type Asked,
  type Asking,
  type Client,
  type Failure,
  type Line,
  type Reader,
  type RefusedWith,
  type Streamed,
} from '@devai/fastify/protocol/client';
import { parseJson } from '@devai/fastify/protocol/json';
import type { z } from 'zod';
import { CliError, cliError } from '../cli-error.ts';

/** DevAI's HTTP API: a server's, or that of a store opened by this process. */
export type Api = {
  url: URL;
  token: string | null;
  /** For whom the operator asks; null: the user of the token. */
  user: string | null;
  /** Its address, for messages. */
  place: string;
  /** Why this process opened the store itself; null for a server, which runs background jobs. */
  whyHere: string | null;
  /** Another process opened the store for itself, and may end before this one. */
  mayEnd: boolean;
  /** Why the last request failed; null if this process knows no more than the answer says. */
  lastFailure(): string | null;
  close(): Promise<void>;
};

export const serverApi = (url: URL, token: string | null, user: string | null): Api => ({
  url,
  token,
  user,
  place: url.origin,
  whyHere: null,
  mayEnd: false,
  lastFailure: () => null,
  close: async () => {},
});

const answerOf: { [Route in Asked]: z.ZodType<Answer<Route, 'read'>> } = answers;
const lineOf: { [Route in Streamed]: z.ZodType<Line<Route, 'read'>> } = answerLines;
const read: Reader<'read'> = {
  answer: (route, text) => answerOf[route].parse(parseJson(text)),
  line: (route, text) => lineOf[route].parse(parseJson(text)),
};

/** A client that checks every answer. Throws `CliError` with the code of the server's problem, or the reason of the signal. */
export const clientOf = (api: Api): Client<'read'> =>
  createClient({
    url: api.url,
    token: api.token,
    user: api.user,
    read,
    toError: (failure) => toError(api, failure),
  });

/** Sends one request and parses the answer. */
export const ask = <Route extends Asked>(
  api: Api,
  route: Route,
  asking: Asking<Route>,
): Promise<Answer<Route, 'read'>> => clientOf(api).ask(route, asking);

/** Sends one request and yields the parsed lines of its answer as they arrive. */
export const askLines = <Route extends Streamed>(
  api: Api,
  route: Route,
  asking: Asking<Route>,
): AsyncGenerator<Line<Route, 'read'>> => clientOf(api).askLines(route, asking);

function toError(api: Api, failure: Failure): CliError {
  const { place } = api;
  switch (failure.kind) {
    case 'bad_token':
      return new CliError('unauthorized', 'the token has characters that cannot be sent', failure);
    case 'unreachable': {
      const { cause } = failure;
      const why = cause instanceof Error && cause.cause !== undefined ? cause.cause : cause;
      return cliError('no_answer', `cannot reach ${place} (${reasonOf(why)})`, { cause: why });
    }
    case 'broken':
      return cliError('broken_answer', 'the answer broke off', failure);
    case 'foreign':
      return notDevai(api, failure.route, failure.cause);
    case 'refused':
      return refused(place, failure.status, failure.problem, api.lastFailure());
  }
}

/** The error of an answer that is none of DevAI. */
export const notDevai = ({ place }: Api, route: string, cause: unknown): CliError =>
  cliError('not_devai', `${place} does not answer ${route} the way DevAI does`, { cause });

/** Turns an error answer into a `CliError`. */
export const refusal = (place: string, status: number, body: string): CliError =>
  refused(place, status, problemOf(body), null);

function refused(
  place: string,
  status: number,
  problem: RefusedWith | null,
  lastFailure: string | null,
): CliError {
  if (problem)
    return new CliError(problem.code, (problem.status >= 500 ? lastFailure : null) ?? problem.detail);
  return status === 401
    ? new CliError('unauthorized', `${place} requires a token`)
    : cliError('not_devai', `${place} answered with the status ${status}`);
}

/** Why a connection failed. If all addresses of a host refuse, Node's error has no message of its own. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(reasonOf))].join(', ');
  return error instanceof Error ? error.message || error.name : String(error);
}
