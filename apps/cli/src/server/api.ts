import { text } from 'node:stream/consumers';
import { parseJson } from '@devai/api/protocol/json';
import { problem, type Problem } from '@devai/api/protocol/problem';
import { z } from 'zod';
import { CliError, cliError } from '../cli-error.ts';
import { pathAt } from './address.ts';

export type Route = [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string];
type Query = Record<string, string | number | boolean | string[] | undefined>;
export type Asking = {
  query?: Query;
  /** A JSON body, or … */
  json?: unknown;
  /** … lines of JSON, sent as they are read. */
  lines?: AsyncIterable<Uint8Array>;
  /** … the bytes of a file. */
  bytes?: Uint8Array | undefined;
  signal?: AbortSignal;
};

/** DevAI's HTTP API: a server's, or that of a store opened by this process. */
export type Api = {
  url: URL;
  token: string | null;
  /** Its address, for messages. */
  place: string;
  /** Why this process opened the store itself; null for a server, which runs background jobs. */
  whyHere: string | null;
  /** Why the last request failed; null if this process knows no more than the answer says. */
  lastFailure(): string | null;
  close(): Promise<void>;
};

export const serverApi = (url: URL, token: string | null): Api => ({
  url,
  token,
  place: url.origin,
  whyHere: null,
  lastFailure: () => null,
  close: async () => {},
});

/** Sends one request and parses the answer. Throws `CliError` with the code of the server's problem. */
export async function ask<Answer>(
  api: Api,
  schema: z.ZodType<Answer>,
  route: Route,
  asking: Asking = {},
): Promise<Answer> {
  const response = await send(api, route, asking);
  const body = await text(textOf(response, asking.signal));
  return parseAnswer(api, schema, route, parseJson(body));
}

const failureLine = z.object({ error: problem });

/** Sends one request and yields the parsed lines of its answer as they arrive. Throws what an error line reports. */
export async function* askLines<Line>(
  api: Api,
  schema: z.ZodType<Line>,
  route: Route,
  asking: Asking = {},
): AsyncGenerator<Line> {
  const response = await send(api, route, asking);
  for await (const line of linesOf(textOf(response, asking.signal))) {
    const value = parseJson(line);
    const failure = failureLine.safeParse(value);
    if (failure.success) throw toError(failure.data.error, api.lastFailure());
    yield parseAnswer(api, schema, route, value);
  }
}

/** Turns an error answer into a `CliError`. */
export function refusal(
  place: string,
  status: number,
  body: string,
  lastFailure: string | null = null,
): CliError {
  const told = problem.safeParse(parseJson(body));
  if (told.success) return toError(told.data, lastFailure);
  return status === 401
    ? new CliError('unauthorized', `${place} requires a token`)
    : cliError('not_devai', `${place} answered with the status ${status}`);
}

const toError = ({ code, status, detail }: Problem, lastFailure: string | null): CliError =>
  new CliError(code, (status >= 500 ? lastFailure : null) ?? detail);

async function send(
  api: Api,
  [method, path]: Route,
  { query = {}, json, lines, bytes, signal }: Asking,
): Promise<Response> {
  const url = new URL(pathAt(api.url, path));
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined) url.searchParams.append(name, String(one));
  }
  const type = lines
    ? 'application/x-ndjson'
    : bytes
      ? 'application/octet-stream'
      : json === undefined
        ? null
        : 'application/json';
  let response;
  try {
    response = await fetch(url, {
      method,
      headers: {
        ...(api.token !== null && { authorization: `Bearer ${api.token}` }),
        ...(type !== null && { 'content-type': type }),
      },
      body: lines ?? bytes ?? (json === undefined ? null : JSON.stringify(json)),
      ...(lines && { duplex: 'half' }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    throw cliError('no_answer', `cannot reach ${api.place} (${reasonOf(cause)})`, { cause });
  }
  if (response.ok) return response;
  const body = await text(textOf(response, signal));
  throw refusal(api.place, response.status, body, api.lastFailure());
}

/** The body of an answer. Throws `broken_answer` if it is cut off, which must not look like its end. */
async function* textOf({ body }: Response, signal: AbortSignal | undefined): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  try {
    for await (const chunk of body ?? []) yield decoder.decode(chunk, { stream: true });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw cliError('broken_answer', 'the answer broke off', { cause });
  }
}

/** Splits at newlines only: JSON strings may contain every other separator. */
async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** Parses an answer. Throws `not_devai` when it does not match the schema. */
export function parseAnswer<Answer>(
  api: Api,
  schema: z.ZodType<Answer>,
  [method, path]: Route,
  value: unknown,
): Answer {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw cliError('not_devai', `${api.place} does not answer ${method} ${path} the way DevAI does`, {
    cause: parsed.error,
  });
}

/** Why a connection failed. If all addresses of a host refuse, Node's error has no message of its own. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(reasonOf))].join(', ');
  return error instanceof Error ? error.message || error.name : String(error);
}
