import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { z } from 'zod';
import { problem } from '../../protocol/problem.ts';
import type { ApiMethod, MemoryApi } from './memory-api.ts';
import { ToolError, toolError } from './tool-error.ts';

type Query = Record<string, string | number | boolean | string[] | undefined>;

export type Asking = { query?: Query; json?: unknown; lines?: Readable; signal?: AbortSignal | undefined };

/** One request, its answer read by a schema. Throws `ToolError`, with the code of the server's problem. */
export async function ask<Answer>(
  api: MemoryApi,
  schema: z.ZodType<Answer>,
  [method, path]: [ApiMethod, string],
  { query, signal, ...body }: Asking = {},
): Promise<Answer> {
  const { status, body: answer } = await api.send({ method, path: withQuery(path, query), ...body }, signal);
  const value = parse(api, await textOf(answer));
  if (status >= 400) throw refusal(api, status, value);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw toolError('not_devai', `${api.place} does not answer ${method} ${path} as DevAI does`, {
    cause: parsed.error,
  });
}

/** The lines of an answer in lines of JSON, as they come. A line that tells a failure is thrown. */
export async function* askLines(
  api: MemoryApi,
  [method, path]: [ApiMethod, string],
  { query, signal, ...body }: Asking = {},
): AsyncGenerator<object> {
  const { status, body: answer } = await api.send({ method, path: withQuery(path, query), ...body }, signal);
  if (status >= 400) throw refusal(api, status, parse(api, await textOf(answer)));
  for await (const line of linesOf(answer)) {
    const value = parse(api, line);
    if (typeof value !== 'object' || value === null) throw notDevai(api);
    const failure = failureLine.safeParse(value);
    if (failure.success) throw refusal(api, failure.data.error.status, failure.data.error);
    yield value;
  }
}

const failureLine = z.object({ error: problem });

/** Only a newline ends a line: a JSON text may hold every other separator that there is. */
async function* linesOf(stream: Readable): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of wholeOf(stream)) {
    const lines = `${rest}${decoder.write(chunk)}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

async function textOf(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of wholeOf(stream)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** What a stream holds; one that breaks off throws, and is not taken for one that has ended. */
async function* wholeOf(stream: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) yield Buffer.from(chunk);
  } catch (cause) {
    throw toolError('broken_answer', 'the answer broke off', { cause });
  }
}

function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => {
      if (value === undefined) return [];
      return (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]);
    }),
  ).toString();
  return search === '' ? path : `${path}?${search}`;
}

function parse(api: MemoryApi, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw notDevai(api, cause);
  }
}

const notDevai = (api: MemoryApi, cause?: unknown): ToolError =>
  toolError('not_devai', `what answers at ${api.place} is not DevAI`, { cause });

function refusal(api: MemoryApi, status: number, value: unknown): ToolError {
  const told = problem.safeParse(value);
  if (!told.success) return toolError('not_devai', `${api.place} answered with the status ${status}`);
  const { code, detail } = told.data;
  const cause = status >= 500 ? api.cause() : null;
  return new ToolError(code, cause === null ? detail : cause);
}
