import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { asSent, createClient, type Failure } from './client.ts';

it('sends the path, the query, the body and the token', async () => {
  const server = await answering('{}');
  const client = server.client({ path: '/devai/', token: 'secret' });
  const path = { id: 'a/b ?' };
  await client.ask('PUT /api/project/:id', { path, json: { name: 'ü' } });
  const query = {
    tag: ['one', 'two & three'],
    metadata: { team: 'a&b' },
    project: undefined,
    limit: 5,
    allProjects: true,
  };
  await client.ask('GET /api/memory', { query });
  await client.ask('POST /api/memory/jobs/retry', {});
  expect(server.requests).toEqual([
    {
      request: 'PUT /devai/api/project/a%2Fb%20%3F',
      type: 'application/json',
      token: 'Bearer secret',
      body: '{"name":"ü"}',
    },
    {
      request:
        'GET /devai/api/memory?tag=one&tag=two+%26+three&metadata=%7B%22team%22%3A%22a%26b%22%7D&limit=5&allProjects=true',
      type: undefined,
      token: 'Bearer secret',
      body: '',
    },
    { request: 'POST /devai/api/memory/jobs/retry', type: undefined, token: 'Bearer secret', body: '' },
  ]);
});

it('sends bytes as they are, and lines as they are read', async () => {
  const server = await answering('{"done":true}\n');
  const client = server.client();
  const query = { path: 'a.md' };
  const bytes = new TextEncoder().encode('# A');
  await whole(client.askLines('POST /api/memory/documents', { query, bytes }));
  async function* lines() {
    yield new TextEncoder().encode('{"kind":"header"}\n');
    yield new TextEncoder().encode('{"kind":"row"}\n');
  }
  await whole(client.askLines('POST /api/memory/import', { lines: lines() }));
  expect(server.requests).toMatchObject([
    { request: 'POST /api/memory/documents?path=a.md', type: 'application/octet-stream', body: '# A' },
    { type: 'application/x-ndjson', body: '{"kind":"header"}\n{"kind":"row"}\n' },
  ]);
});

it.each([
  ['a problem', 409, { code: 'conflict', detail: 'it was changed', status: 409 }],
  ['text', 502, 'Bad Gateway'],
  ['nothing', 401, ''],
  ['JSON of another kind', 500, { code: 7, detail: 'no', status: 500 }],
  ['null', 500, null],
])('says with what a request was refused: %s', async (_, status, body) => {
  const server = await answering(typeof body === 'string' ? body : JSON.stringify(body), { status });
  const problem = status === 409 ? body : null;
  expect(await failure(server.client().ask('GET /api/health', {}))).toEqual({
    kind: 'refused',
    status,
    problem,
  });
});

it('yields each line, however the answer is cut into pieces, also without a last newline', async () => {
  const sent = '{"entry":"ü\u2028\\n"}\n{"entry":null}';
  const bytes = Array.from(new TextEncoder().encode(sent), (byte) => Uint8Array.of(byte));
  const server = await answering(bytes);
  expect(await whole(server.client().askLines('GET /api/memory/shared/watch', {}))).toEqual([
    { entry: 'ü\u2028\n' },
    { entry: null },
  ]);
});

it('throws what a line reports, after the lines before it', async () => {
  const error = { code: 'database_unavailable', detail: 'the store is away', status: 503 };
  const server = await answering(`{"entry":null}\n${JSON.stringify({ error })}\n{"entry":null}\n`);
  const seen: unknown[] = [];
  const reading = (async () => {
    for await (const line of server.client().askLines('GET /api/memory/shared/watch', {})) seen.push(line);
  })();
  expect(await failure(reading)).toEqual({ kind: 'refused', status: 503, problem: error });
  expect(seen).toEqual([{ entry: null }]);
});

it.each([
  ['a value', (client: Client) => client.ask('GET /api/health', {})],
  ['lines', (client: Client) => whole(client.askLines('GET /api/memory/shared/watch', {}))],
])('does not take a cut answer for a whole one: %s', async (_, ask) => {
  const server = await answering('{"entry":null}\n', { isCut: true });
  expect(await failure(ask(server.client()))).toMatchObject({ kind: 'broken' });
});

it('says that an answer is none of DevAI', async () => {
  const server = await answering('<html>');
  const route = 'GET /api/health';
  expect(await failure(server.client().ask(route, {}))).toMatchObject({ kind: 'foreign', route });
  const lines = whole(server.client().askLines('GET /api/memory/shared/watch', {}));
  expect(await failure(lines)).toMatchObject({ kind: 'foreign' });
});

it('says that nobody answers, and that a token cannot be sent', async () => {
  const server = await answering('{}');
  expect(await failure(server.client({ token: 'пароль' }).ask('GET /api/health', {}))).toMatchObject({
    kind: 'bad_token',
  });
  await server.close();
  expect(await failure(server.client().ask('GET /api/health', {}))).toMatchObject({ kind: 'unreachable' });
});

it.each([
  ['before the answer', null],
  ['in the middle of it', '{"entry":null}\n'],
])('throws the reason of the signal when it is aborted %s', async (_, body) => {
  const server = await answering(body ?? '', { isHeld: true, isSilent: body === null });
  const controller = new AbortController();
  const reason = new Error('enough');
  const reading = (async () => {
    const { signal } = controller;
    for await (const line of server.client().askLines('GET /api/memory/shared/watch', { signal })) {
      if (line.entry === null) controller.abort(reason);
    }
  })();
  if (body === null) {
    await server.asked;
    controller.abort(reason);
  }
  await expect(reading).rejects.toBe(reason);
});

it('ends the request when the reader has enough', async () => {
  const server = await answering('{"entry":null}\n', { isHeld: true });
  for await (const line of server.client().askLines('GET /api/memory/shared/watch', {})) {
    expect(line).toEqual({ entry: null });
    break;
  }
  await server.left;
});

class Failed extends Error {
  readonly failure: Failure;
  constructor(failed: Failure) {
    super(failed.kind);
    this.failure = failed;
  }
}

type Client = ReturnType<Awaited<ReturnType<typeof answering>>['client']>;
type Seen = { request: string; type: string | undefined; token: string | undefined; body: string };
type How = { status?: number; isCut?: boolean; isHeld?: boolean; isSilent?: boolean };

/** A server that answers every request with a body, or with its pieces. */
async function answering(body: string | Uint8Array[], how: How = {}) {
  const requests: Seen[] = [];
  const asked = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const http = createServer((request, response) => void answer(request, response));
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('close', () => left.resolve());
    const { method = '', url = '', headers } = request;
    const { 'content-type': type, authorization: token } = headers;
    requests.push({ request: `${method} ${url}`, type, token, body: await text(request) });
    asked.resolve();
    if (how.isSilent) return;
    response.writeHead(how.status ?? 200);
    for (const piece of [body].flat()) response.write(piece);
    if (how.isCut) response.write('{', () => response.destroy());
    else if (!how.isHeld) response.end();
  }
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const address = http.address();
  const port = typeof address === 'object' ? address?.port : '';
  const close = async (): Promise<void> => {
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  };
  onTestFinished(close);
  return {
    requests,
    asked: asked.promise,
    left: left.promise,
    close,
    client: ({ path = '', token = null }: { path?: string; token?: string | null } = {}) =>
      createClient({
        ...{ url: new URL(`http://127.0.0.1:${port}${path}`), token, read: asSent },
        toError: (failed) => new Failed(failed),
      }),
  };
}

async function whole<Line>(lines: AsyncIterable<Line>): Promise<Line[]> {
  const all = [];
  for await (const line of lines) all.push(line);
  return all;
}

const failure = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => null,
    (error: unknown) => (error instanceof Failed ? error.failure : error),
  );
