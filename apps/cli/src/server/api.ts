import { text } from 'node:stream/consumers';
import { problem, type Problem } from '@devai/api/protocol/problem';
import { z } from 'zod';
import { CliError, cliError } from '../cli-error.ts';
import { pathAt } from './address.ts';

export type Route = [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string];
type Query = Record<string, string | number | boolean | string[] | undefined>;
export type Asking = {
  query?: Query;
  /** At most one of both: a JSON value, or lines of JSON that are sent as they are read. */
  json?: unknown;
  lines?: AsyncIterable<Uint8Array>;
  signal?: AbortSignal;
};

/** DevAI's HTTP endpoints: those of a server, or of a store that this process opened. */
export type Api = {
  url: URL;
  token: string | null;
  /** Where it is, for people. */
  place: string;
  /** Whether a server does background work there; in this process nothing does. */
  isServer: boolean;
  /** Why the last request failed, where it is not told to clients but known here. */
  lastFailure(): string | null;
  close(): Promise<void>;
};

export const serverApi = (url: URL, token: string | null): Api => ({
  url,
  token,
  place: url.origin,
  isServer: true,
  lastFailure: () => null,
  close: async () => {},
});

/** One request, its answer read by a schema. Throws `CliError`, with the code of the server's problem. */
export async function ask<Answer>(
  api: Api,
  schema: z.ZodType<Answer>,
  route: Route,
  asking: Asking = {},
): Promise<Answer> {
  const response = await send(api, route, asking);
  const body = await text(textOf(response, asking.signal));
  return understand(api, schema, route, parse(body));
}

const failureLine = z.object({ error: problem });

/** An answer in lines of JSON, each read by a schema, as they come. A line that tells a failure is thrown. */
export async function* askLines<Line>(
  api: Api,
  schema: z.ZodType<Line>,
  route: Route,
  asking: Asking = {},
): AsyncGenerator<Line> {
  const response = await send(api, route, asking);
  for await (const line of linesOf(textOf(response, asking.signal))) {
    const value = parse(line);
    const failure = failureLine.safeParse(value);
    if (failure.success) throw toError(failure.data.error, api.lastFailure());
    yield understand(api, schema, route, value);
  }
}

/** The error that a server's answer is, from its status and its body. */
export function refusal(
  place: string,
  status: number,
  body: string,
  lastFailure: string | null = null,
): CliError {
  const told = problem.safeParse(parse(body));
  if (told.success) return toError(told.data, lastFailure);
  return status === 401
    ? new CliError('unauthorized', `${place} wants a token`)
    : cliError('not_devai', `${place} answered with the status ${status}`);
}

const toError = ({ code, status, detail }: Problem, lastFailure: string | null): CliError =>
  new CliError(code, (status >= 500 ? lastFailure : null) ?? detail);

async function send(
  api: Api,
  [method, path]: Route,
  { query = {}, json, lines, signal }: Asking,
): Promise<Response> {
  const url = new URL(pathAt(api.url, path));
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined) url.searchParams.append(name, String(one));
  }
  const type = lines ? 'application/x-ndjson' : json === undefined ? null : 'application/json';
  let response;
  try {
    response = await fetch(url, {
      method,
      headers: {
        ...(api.token !== null && { authorization: `Bearer ${api.token}` }),
        ...(type !== null && { 'content-type': type }),
      },
      body: lines ?? (json === undefined ? null : JSON.stringify(json)),
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

/** What an answer holds; one that breaks off throws, and is not taken for one that has ended. */
async function* textOf({ body }: Response, signal: AbortSignal | undefined): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  try {
    for await (const chunk of body ?? []) yield decoder.decode(chunk, { stream: true });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw cliError('broken_answer', 'the answer broke off', { cause });
  }
}

/** Only a newline ends a line: a JSON text may hold every other separator that there is. */
async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** Undefined when it is no JSON, which no schema takes. */
function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** An answer read by a schema. Throws `not_devai` when it is another. */
export function understand<Answer>(
  api: Api,
  schema: z.ZodType<Answer>,
  [method, path]: Route,
  value: unknown,
): Answer {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw cliError('not_devai', `${api.place} does not answer ${method} ${path} as DevAI does`, {
    cause: parsed.error,
  });
}

/** Node's error for a name of two addresses, both refused, has no text of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(reasonOf))].join(', ');
  return error instanceof Error ? error.message : String(error);
}
