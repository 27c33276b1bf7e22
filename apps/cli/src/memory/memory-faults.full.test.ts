import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, openSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fastify, { type FastifyInstance } from 'fastify';
import { freePort } from '@devai/api/testing/free-port';
import { temporaryFolder } from '@devai/api/testing/temporary-folder';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand } from '../testing/run-command.ts';

const header = '{"kind":"devai-export","version":1}\n';

let server: FastifyInstance;
const folder = temporaryFolder();
beforeEach(() => {
  server = fastify();
});
afterEach(async () => {
  server.server.closeAllConnections();
  await server.close();
});

test('a reader that closes the pipe early (`| head`) is no error', async () => {
  const { child, exit, errors } = start(['help'], {});
  child.stdout?.destroy();
  expect({ exit: await exit, errors: errors() }).toEqual({ exit: 0, errors: '' });
});

test('an export whose reader closes the pipe early fails, and says so', async () => {
  server.get('/api/memory/export', (_request, reply) =>
    reply.type('application/x-ndjson').send(endlessExport()),
  );
  const { child, exit, errors } = start(['export'], await serve());
  child.stdout?.once('data', () => child.stdout?.destroy());
  expect(await exit).toBe(1);
  expect(errors()).toMatch(/^error \(file\): the output could not be written completely: whoever read it/m);
});

test.skipIf(!existsSync('/dev/full'))('an export onto a full disk fails, and leaves no file', async () => {
  server.get('/api/memory/export', (_request, reply) =>
    reply.type('application/x-ndjson').send(endlessExport()),
  );
  const { exit, errors } = start(['export'], await serve(), openSync('/dev/full', 'w'));
  expect(await exit).toBe(1);
  expect(errors()).toMatch(/^error \(file\): the output could not be written completely: ENOSPC/m);
});

test('Ctrl-C in the middle of an export leaves no file, whole or partial, and says so', async () => {
  let begun = () => {};
  const streaming = new Promise<void>((resolve) => (begun = resolve));
  server.get('/api/memory/export', (_request, reply) => {
    const lines = endlessExport();
    lines.once('data', begun);
    return reply.type('application/x-ndjson').send(lines);
  });
  const { child, exit, errors } = start(['export', '--out', 'all.jsonl'], await serve());
  await streaming;
  while (!(await readdir(folder())).some((name) => name.includes('partial'))) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  child.kill('SIGINT');
  expect(await exit).toBe(130);
  expect(errors()).toMatch(/error \(interrupted\): stopped; .*all\.jsonl was not written/);
  expect(await readdir(folder())).toEqual([]);
});

test('Ctrl-C in the middle of an import into a store without a server says what was imported', async () => {
  const variables = {
    PORT: String(await freePort()),
    DEVAI_DATA: join(folder(), 'data'),
    WORKSPACE_ROOT: join(folder(), 'taskforge'),
    INIT_CWD: folder(),
    EMBEDDINGS: 'hash',
  };
  const { child, exit, errors } = start(['import', '-'], variables);
  const moment = '2026-01-01T00:00:00Z';
  const topic = (number: number) => ({
    id: randomUUID(),
    project: 'taskforge',
    topic: `topic ${number} ${'x'.repeat(60)}`,
    parent_topic: null,
    file_paths: [],
    directories: [],
    sessions: [],
    strength: 1,
    touch_count: 1,
    session_count: 1,
    is_active: true,
    first_seen_at: moment,
    last_touched_at: moment,
    created_at: moment,
    updated_at: moment,
  });
  const rows = Array.from({ length: 3_000 }, (_, number) =>
    JSON.stringify({ kind: 'topic', row: topic(number) }),
  );
  // more than a pipe holds: it is being read when this is written
  await new Promise((resolve) => child.stdin?.write(`${header}${rows.join('\n')}\n`, resolve));
  child.kill('SIGINT');
  expect({ exit: await exit, errors: errors() }).toEqual({
    exit: 130,
    errors: expect.stringMatching(/^error \(interrupted\): stopped \(\d+ rows were added before\)\n/m),
  });
});

test.each([
  ['that ends without its last line', header],
  [
    'that ends with a failure',
    `${header}${JSON.stringify({ error: problem(503, 'stopping', 'the server stops') })}\n`,
  ],
])('an export %s fails and leaves no file', async (_name, body) => {
  server.get('/api/memory/export', (_request, reply) => reply.type('application/x-ndjson').send(body));
  const variables = await serve();
  const { exit, errors } = await runTool(['export', '--out', 'all.jsonl'], { variables });
  expect(exit).toBe(1);
  expect(errors).toContain('all.jsonl was not written');
  expect(await readdir(folder())).toEqual([]);
  expect(await runTool(['export'], { variables })).toMatchObject({ exit: 1 });
});

test('an import shows how many rows are taken, and nothing of that at its end', async () => {
  server.addContentTypeParser('application/x-ndjson', (_request, rows, done) => {
    rows.resume();
    done(null);
  });
  server.post('/api/memory/import', (_request, reply) =>
    reply.type('application/x-ndjson').send(
      [
        { done: false, progress: { memory: { added: 150, known: 50 } } },
        { done: true, report: { memory: { added: 250, known: 50 } } },
      ]
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
    ),
  );
  const { exit, errors } = await runTool(['import', '-'], {
    variables: await serve(),
    columns: 80,
    input: header,
  });
  expect({ exit, errors }).toEqual({
    exit: 0,
    errors: expect.stringContaining('\r\u001b[Krows 200\r\u001b[K'),
  });
});

test('a connection that is cut midway is a failure, never mistaken for the end', async () => {
  server.get('/api/memory/export', (_request, reply) => {
    reply.raw.writeHead(200, { 'content-type': 'application/x-ndjson' });
    reply.raw.write(`${header}{"done":true,"rows":0}\n`);
    setTimeout(() => reply.raw.destroy(), 50);
    return reply.hijack();
  });
  const variables = await serve();
  const { exit, errors } = await runTool(['export', '--out', 'all.jsonl'], { variables });
  expect(exit).toBe(1);
  expect(errors).toContain('error (broken_answer)');
  expect(await readdir(folder())).toEqual([]);
});

test('an unusual separator within a text does not end its line', async () => {
  const row = JSON.stringify({ kind: 'memory', row: { content: 'one\u2028two\u0085three' } });
  const body = `${header}${row}\n{"done":true,"rows":1}\n`;
  server.get('/api/memory/export', (_request, reply) => reply.type('application/x-ndjson').send(body));
  expect(await runTool(['export'], { variables: await serve() })).toEqual({
    exit: 0,
    output: body,
    errors: expect.stringMatching(/^store: embedded Postgres, by the server at .*\n$/),
  });
});

test('the error of a server that requires a token names the variable for it', async () => {
  server.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization === 'Bearer sesame') return;
    await reply.code(401).send(problem(401, 'unauthorized', 'send the token'));
  });
  server.get('/api/memory', () => ({ memories: [], next: null }));
  const variables = await serve();
  expect(await runTool(['list'], { variables })).toMatchObject({
    exit: 1,
    errors: expect.stringMatching(/error \(unauthorized\)[^]*DEVAI_API_TOKEN/),
  });
  expect(await runTool(['list', '--token', 'sesame'], { variables })).toMatchObject({ exit: 0 });
  expect(await runTool(['list'], { variables: { ...variables, DEVAI_API_TOKEN: 'sesame' } })).toMatchObject({
    exit: 0,
  });
});

test('a program that is not DevAI is reported as such at the given address', async () => {
  server.get('/api/health', () => 'hello');
  const variables = await serve();
  expect(await runTool(['list'], { variables })).toMatchObject({
    exit: 1,
    errors: expect.stringContaining('not_devai'),
  });
});

test('a hanging server is given up', async () => {
  server.get('/api/health', () => new Promise(() => {}));
  const variables = await serve();
  expect(await runTool(['list'], { variables })).toMatchObject({
    exit: 1,
    errors: expect.stringContaining('does not answer within 3 seconds'),
  });
});

test('the address of the chat is accepted, with any scheme and path', async () => {
  server.get('/api/memory', () => ({ memories: [], next: null }));
  const { DEVAI_URL = '' } = await serve();
  for (const url of [
    `${DEVAI_URL.replace('http', 'ws')}/ws/chat`,
    DEVAI_URL.replace('http://', ''),
    `${DEVAI_URL}/`,
  ]) {
    expect(await runTool(['list', '--url', url])).toMatchObject({ exit: 0 });
  }
});

test('undoing a job reports what was undone, and what was left and why', async () => {
  const job = '00000000-0000-4000-8000-00000000000a';
  const first = 'aaaaaaaa-0000-4000-8000-000000000001';
  const second = 'aaaaaaaa-0000-4000-8000-000000000002';
  const reasons: unknown[] = [];
  server.post(`/api/memory/jobs/${job}/undo`, ({ body }) => {
    reasons.push(body);
    return {
      undone: [{ memoryId: first, action: 'invalidated' }],
      left: [{ memoryId: second, reason: 'it was changed since' }],
    };
  });
  const { exit, output } = await runTool(['jobs', 'undo', job], { variables: await serve() });
  expect(exit).toBe(0);
  const pad = ' '.repeat(first.length - 'memory id'.length);
  expect(output).toBe(
    `undone\nmemory id${pad}  action\n${first}  invalidated\n\nleft\nmemory id${pad}  reason\n${second}  it was changed since\n`,
  );
  expect(reasons).toEqual([{ reason: 'by the user, with the command line tool' }]);
});

test('a short id that several memories share is refused, and the error lists them all', async () => {
  const first = { id: 'aaaaaaaa-0000-4000-8000-000000000001', title: 'the first' };
  const second = { id: 'aaaaaaaa-0000-4000-8000-000000000002', title: 'the \u001b[31msecond' };
  const asked: unknown[] = [];
  server.get('/api/memory/ids', ({ query }) => {
    asked.push(query);
    return { matches: [first, second] };
  });
  server.get('/api/memory/:id', (_request, reply) =>
    reply.code(404).send(problem(404, 'not_found', 'there is no such memory')),
  );
  let forgotten = false;
  server.delete('/api/memory/:id', () => {
    forgotten = true;
    return { forgotten, memoryIds: [], erasedMessages: 0, keptMessages: 0, kept: [] };
  });
  const variables = await serve();
  const { exit, errors } = await runTool(['forget', 'aaaaaaaa', '--yes'], { variables });
  expect(exit).toBe(1);
  expect(errors).toContain('error (ambiguous_id)');
  expect(errors).toContain(`${first.id}  the first`);
  expect(errors).toContain(`${second.id}  the [31msecond`);
  expect(asked).toEqual([{ kind: 'memory', beginning: 'aaaaaaaa' }]);
  expect(forgotten).toBe(false);
  expect(await runTool(['forget', second.id, '--yes'], { variables })).toMatchObject({ exit: 0 });
});

const health = { status: 'ok', store: { kind: 'pglite', embedder: 'test' } };

function problem(status: number, code: string, detail: string) {
  return {
    type: 'about:blank',
    title: code,
    status,
    code,
    detail,
  };
}

const runTool = (words: string[], surroundings?: Parameters<typeof runCommand>[1]) =>
  runCommand(['memory', ...words], surroundings);

/** A server in place of the real one, which answers as the test wants. */
async function serve(): Promise<Record<string, string>> {
  if (!server.hasRoute({ method: 'GET', url: '/api/health' })) server.get('/api/health', () => health);
  const url = await server.listen({ port: 0 });
  return { DEVAI_URL: url.replace('[::1]', 'localhost'), INIT_CWD: folder() };
}

/** Starts the real client in a process of its own, with pipes for its output. */
function start(words: string[], variables: Record<string, string>, output: 'pipe' | number = 'pipe') {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts'), 'memory', ...words], {
    env: { PATH: process.env['PATH'], ...variables },
    stdio: ['pipe', output, 'pipe'],
  });
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (errors += chunk));
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { child, exit, errors: () => errors };
}

/** The lines of an export that continues until its reader leaves. */
function endlessExport(): Readable {
  const row = `${JSON.stringify({ kind: 'memory', row: { text: 'x'.repeat(2_000) } })}\n`;
  let isFirst = true;
  return new Readable({
    read() {
      this.push(isFirst ? header : row);
      isFirst = false;
    },
  });
}
