import type { z } from 'zod';
import type { answerLines, answers } from './answers.ts';
import type { Problem } from './problem.ts';
import type { bodies, queries } from './requests.ts';

type Answers = typeof answers;
type AnswerLines = typeof answerLines;

/** A request that is answered with one value, such as `GET /api/memory/:id`. */
export type Asked = keyof Answers;
/** A request that is answered line by line. */
export type Streamed = keyof AnswerLines;

/** `sent`: as the JSON of an answer has it; `read`: as its schema reads it, with times as `Date`. */
export type Form = 'sent' | 'read';

type FormOf<Schema extends z.ZodType> = { sent: z.input<Schema>; read: z.output<Schema> };
export type Answer<Route extends Asked, As extends Form> = FormOf<Answers[Route]>[As];
export type Line<Route extends Streamed, As extends Form> = FormOf<AnswerLines[Route]>[As];
export type Body<Route extends keyof typeof bodies> = z.input<(typeof bodies)[Route]>;
export type Query<Route extends keyof typeof queries> = {
  [Name in keyof z.input<(typeof queries)[Route]>]: Written<z.input<(typeof queries)[Route]>[Name]>;
};

/** What may be given for a query field, which is sent as text: an object as JSON. */
type Written<Text> = unknown extends Text
  ? string | number | undefined
  : string extends Text
    ? Text
    : 'true' extends Text
      ? Text | boolean
      : Text;

type Optional<Name extends string, Value> = undefined extends Value
  ? { [Key in Name]?: Value }
  : object extends Value
    ? { [Key in Name]?: Value | undefined }
    : { [Key in Name]: Value };

/** The names in a path: `id` of `/api/memory/:id/history`. */
type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** What a request may carry. */
type Given = {
  path?: Readonly<Record<string, string | number>> | undefined;
  query?: object | undefined;
  json?: unknown;
  /** Lines of JSON, sent as they are read. */
  lines?: AsyncIterable<Uint8Array> | undefined;
  /** The bytes of a file. */
  bytes?: Uint8Array | ArrayBuffer | undefined;
  signal?: AbortSignal | undefined;
};

/** What the request of a route carries. */
export type Asking<Route extends string> = Given &
  ([Names<Route>] extends [never] ? { path?: undefined } : { path: Record<Names<Route>, string | number> }) &
  (Route extends keyof typeof queries ? Optional<'query', Query<Route>> : { query?: undefined }) &
  (Route extends keyof typeof bodies ? Optional<'json', Body<Route>> : { json?: undefined }) &
  (Route extends 'POST /api/memory/import' | 'POST /api/memory/imports'
    ? { lines: AsyncIterable<Uint8Array> }
    : { lines?: undefined }) &
  (Route extends 'POST /api/memory/documents'
    ? { bytes: NonNullable<Given['bytes']> }
    : { bytes?: undefined });

/** Why a request has no answer. */
export type Failure =
  /** The token has characters that cannot be sent. */
  | { kind: 'bad_token'; cause: unknown }
  | { kind: 'unreachable'; cause: unknown }
  /** `problem`: what the server says about it; null: it does not say it as DevAI does. */
  | { kind: 'refused'; status: number; problem: RefusedWith | null }
  /** The answer ended in the middle. */
  | { kind: 'broken'; cause: unknown }
  /** The answer is none of DevAI. */
  | { kind: 'foreign'; route: string; cause: unknown };

export type RefusedWith = Pick<Problem, 'code' | 'detail' | 'status'>;

/** Turns the texts of answers into values. What it throws becomes a failure of the kind `foreign`. */
export type Reader<As extends Form> = {
  answer<Route extends Asked>(route: Route, text: string): Answer<Route, As>;
  line<Route extends Streamed>(route: Route, text: string): Line<Route, As>;
};

/** For a client that trusts its server, as a page does that came from it: checks nothing, and needs no schema. */
export const asSent: Reader<'sent'> = {
  answer: (_route, text) => JSON.parse(text),
  line: (_route, text) => JSON.parse(text),
};

export type ClientOptions<As extends Form> = {
  /** The server's address; it may have a path of its own. */
  url: URL;
  token: string | null;
  /** For whom the operator asks, on a server of many users; absent: as the token says. */
  user?: string | null | undefined;
  read: Reader<As>;
  toError: (failure: Failure) => Error;
};

/** DevAI's HTTP API with the types of its schemas. What it throws is made by `toError`, or is the reason of the signal. */
export type Client<As extends Form> = {
  ask<Route extends Asked>(route: Route, asking: Asking<Route>): Promise<Answer<Route, As>>;
  /** Yields the lines of an answer as they arrive. */
  askLines<Route extends Streamed>(route: Route, asking: Asking<Route>): AsyncGenerator<Line<Route, As>>;
  /** The text of an answer. */
  askText<Route extends Asked>(route: Route, asking: Asking<Route>): Promise<string>;
};

export function createClient<As extends Form>(options: ClientOptions<As>): Client<As> {
  const { read, toError } = options;

  async function askText(route: string, given: Given): Promise<string> {
    return wholeText(chunksOf(await send(options, route, given), options, given.signal));
  }

  function parse<Value>(route: string, how: () => Value): Value {
    try {
      return how();
    } catch (cause) {
      throw toError({ kind: 'foreign', route, cause });
    }
  }

  return {
    askText,
    async ask(route, asking) {
      const text = await askText(route, asking);
      return parse(route, () => read.answer(route, text));
    },
    async *askLines(route, asking) {
      const response = await send(options, route, asking);
      for await (const line of linesOf(chunksOf(response, options, asking.signal))) {
        const problem = parse(route, () => problemIn(JSON.parse(line), 'error'));
        if (problem) throw toError({ kind: 'refused', status: problem.status, problem });
        yield parse(route, () => read.line(route, line));
      }
    },
  };
}

/** The URL of a path of the API. The server's address may have a path of its own. */
export const pathAt = ({ origin, pathname }: URL, path: string): string =>
  `${origin}${pathname.replace(/\/$/, '')}${path}`;

/** The header in which the operator names a user. */
export const userHeader = (user: string | null | undefined): Record<string, string> =>
  typeof user === 'string' ? { 'x-devai-user': encodeURIComponent(user) } : {};

async function send(
  { url, token, user, toError }: Pick<ClientOptions<Form>, 'url' | 'token' | 'user' | 'toError'>,
  route: string,
  { path = {}, query = {}, json, lines, bytes, signal }: Given,
): Promise<Response> {
  const [method = '', pattern = ''] = route.split(' ');
  const at = new URL(
    pathAt(
      url,
      pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(path[name]))),
    ),
  );
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) {
      if (one === undefined) continue;
      at.searchParams.append(name, typeof one === 'object' ? JSON.stringify(one) : String(one));
    }
  }
  const type = lines ? 'x-ndjson' : bytes ? 'octet-stream' : json === undefined ? null : 'json';
  const headers = new Headers(type === null ? {} : { 'content-type': `application/${type}` });
  if (token !== null) {
    try {
      headers.set('authorization', `Bearer ${token}`);
    } catch (cause) {
      throw toError({ kind: 'bad_token', cause });
    }
  }
  for (const [name, value] of Object.entries(userHeader(user))) headers.set(name, value);
  const body = lines ?? bytes ?? (json === undefined ? null : JSON.stringify(json));
  let response;
  try {
    response = await fetch(at, {
      ...{ method, headers, body, signal: signal ?? null },
      ...(lines && { duplex: 'half' as const }),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw toError({ kind: 'unreachable', cause });
  }
  if (response.ok) return response;
  const text = await wholeText(chunksOf(response, { toError }, signal));
  throw toError({ kind: 'refused', status: response.status, problem: problemOf(text) });
}

/** The problem that the body of an error answer describes; null: none. */
export function problemOf(body: string): RefusedWith | null {
  try {
    return problemIn({ body: JSON.parse(body) }, 'body');
  } catch {
    return null;
  }
}

function problemIn(value: unknown, name: string): RefusedWith | null {
  const { [name]: problem }: Record<string, unknown> = Object(value);
  const { code, detail, status }: Record<string, unknown> = Object(problem);
  const isProblem = typeof code === 'string' && typeof detail === 'string' && typeof status === 'number';
  return isProblem ? { code, detail, status } : null;
}

/** The text of an answer as it arrives. An answer that is cut off must not look like its end. */
async function* chunksOf(
  { body }: Response,
  { toError }: Pick<ClientOptions<Form>, 'toError'>,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  let isOver = false;
  try {
    for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
      yield decoder.decode(read.value, { stream: true });
    }
    isOver = true;
  } catch (cause) {
    isOver = true;
    if (signal?.aborted) throw cause;
    throw toError({ kind: 'broken', cause });
  } finally {
    // whoever reads it has enough
    if (!isOver) await reader?.cancel();
  }
}

async function wholeText(chunks: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += chunk;
  return text;
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
