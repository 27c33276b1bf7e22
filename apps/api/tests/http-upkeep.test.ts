import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { message } from '@devai/memory/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { linesOf, openHttpApp, serveHttp, type Answer, type HttpApp } from './http-app.ts';

const app = serveHttp();
afterEach(() => vi.restoreAllMocks());

const conversation = [
  'How do we deploy?',
  'By the CLI.',
  'no, deployments go through REST PATCH, not the CLI',
  'Noted.',
];

describe('sessions', () => {
  it('are listed, last active first, by project, in pages', async () => {
    const older = await makeSession(['hello'], 'alpha');
    const newer = await makeSession(['hi'], 'alpha');
    const listed = await app.ask('GET', '/api/memory/sessions?project=alpha');
    expect(listed.json).toMatchObject({ sessions: [{ id: newer }, { id: older }], next: null });
    const first = z
      .object({ next: z.string() })
      .parse((await app.ask('GET', '/api/memory/sessions?project=alpha&limit=1')).json);
    const second = await app.ask('GET', `/api/memory/sessions?project=alpha&before=${first.next}`);
    expect(second.json).toMatchObject({ sessions: [{ id: older }] });
    expect((await app.ask('GET', '/api/memory/sessions')).body).not.toContain(newer);
    expect((await app.ask('GET', '/api/memory/sessions?allProjects=true')).body).toContain(newer);
  });

  it('are shown with their messages, page by page', async () => {
    const id = await makeSession(conversation);
    const first = await app.ask('GET', `/api/memory/sessions/${id}?limit=3`);
    expect(first.json).toMatchObject({
      session: { id, project: 'taskforge', messageCount: 4 },
      messages: [{ number: 1, role: 'user', content: conversation[0] }, { number: 2 }, { number: 3 }],
      next: 3,
    });
    const second = await app.ask('GET', `/api/memory/sessions/${id}?after=3&limit=3`);
    expect(second.json).toMatchObject({ messages: [{ number: 4 }], next: null });
    expect(await app.ask('GET', `/api/memory/sessions/${randomUUID()}`)).toMatchObject({ status: 404 });
  });

  it('can be named by a person, within the given project', async () => {
    const id = await makeSession(['hello'], 'alpha');
    const named = await app.ask('PUT', `/api/memory/sessions/${id}?project=alpha`, { name: ' the move ' });
    expect(named).toMatchObject({ status: 200, json: { id, name: 'the move', messageCount: 1 } });
    expect((await app.ask('GET', `/api/memory/sessions/${id}`)).json).toMatchObject({
      session: { name: 'the move' },
    });
    for (const [path, body, status] of [
      [`${id}?project=beta`, { name: 'x' }, 404],
      [randomUUID(), { name: 'x' }, 404],
      [id, { name: ' ' }, 400],
      [id, { state: {} }, 400],
    ] as const) {
      expect(await app.ask('PUT', `/api/memory/sessions/${path}`, body)).toMatchObject({ status });
    }
  });
});

describe('jobs', () => {
  it('extract a session once on request, are shown, and can be undone', async () => {
    const id = await makeSession(conversation);
    const asked = await app.ask('POST', '/api/memory/extract', { sessionId: id });
    expect(asked).toMatchObject({
      status: 202,
      json: { job: { kind: 'extract', key: id, status: 'waiting' } },
    });
    const jobId = job.parse(asked.json).job.id;
    await app.memory.jobs.drain();
    const done = await app.ask('GET', `/api/memory/jobs/${jobId}`);
    expect(done.json).toMatchObject({ status: 'done', did: 'read 4 messages: 1 statement; 1 new' });
    expect((await app.ask('GET', '/api/memory')).body).toContain('REST PATCH');
    expect((await app.ask('POST', '/api/memory/extract', { sessionId: id })).json).toEqual({
      sessionId: id,
      stored: 0,
      job: null,
    });

    const undone = await app.ask('POST', `/api/memory/jobs/${jobId}/undo`, { reason: 'it was a joke' });
    expect(undone).toMatchObject({ status: 200, json: { undone: [{ action: 'invalidated' }], left: [] } });
    const { json } = await app.ask('GET', `/api/memory/jobs/${jobId}`);
    expect(json).toMatchObject({ did: 'read 4 messages: 1 statement; 1 new; undone for 1 memory' });
    expect((await app.ask('GET', '/api/memory')).body).not.toContain('REST PATCH');
    expect((await app.ask('POST', `/api/memory/jobs/${jobId}/undo`)).json).toMatchObject({ undone: [] });
  });

  it('are shown without their payload', async () => {
    await app.save('a statement that waits to be compared');
    const { body, json } = await app.ask('GET', '/api/memory/jobs?status=waiting');
    expect(jobs.parse(json).jobs.map(({ kind }) => kind)).toContain('deduplicate');
    expect(body).not.toMatch(/payload|leasedBy/);
  });

  it('are retried if their state allows it, and refused if not', async () => {
    await app.save('another statement that waits');
    const [waiting] = jobs.parse((await app.ask('GET', '/api/memory/jobs?status=waiting')).json).jobs;
    const retried = await app.ask('POST', `/api/memory/jobs/${waiting?.id}/retry`);
    expect(retried).toMatchObject({ status: 200, json: { id: waiting?.id, status: 'waiting' } });
    await app.memory.jobs.drain();
    const late = await app.ask('POST', `/api/memory/jobs/${waiting?.id}/retry`);
    expect(late).toMatchObject({ status: 409, json: { code: 'conflict' } });
    for (const what of ['', '/retry', '/undo']) {
      const method = what === '' ? 'GET' : 'POST';
      const answer = await app.ask(method, `/api/memory/jobs/${randomUUID()}${what}`);
      expect(answer).toMatchObject({ status: 404, json: { code: 'not_found' } });
    }
    expect(await app.ask('POST', '/api/memory/jobs/retry')).toMatchObject({ json: { retried: 0 } });
    const nobody = await app.ask('POST', '/api/memory/extract', { sessionId: randomUUID() });
    expect(nobody).toMatchObject({ status: 404, json: { code: 'not_found' } });
  });
});

describe('upkeep', () => {
  it('counts what the store holds', async () => {
    await app.save('one to be counted', { project: 'counted' });
    const stats = await app.ask('GET', '/api/memory/stats?project=counted');
    expect(stats).toMatchObject({
      status: 200,
      json: {
        memories: { valid: 1, byScope: [{ scope: 'devai/project/counted', valid: 1 }] },
        ceiling: { limit: null, reached: false },
      },
    });
  });

  it('runs decay', async () => {
    const report = { prunedMemories: 0, prunedTopics: 0, fadingMemories: 0, fadingTopics: 0 };
    expect(await app.ask('POST', '/api/memory/decay')).toMatchObject({ status: 200, json: report });
  });

  it('says what works and what does not, and what to do', async () => {
    expect((await app.ask('GET', '/api/memory/doctor')).json).toMatchObject({
      checks: expect.arrayContaining([
        {
          name: 'store',
          status: 'ok',
          detail: expect.stringContaining('embedded Postgres under'),
          help: null,
        },
        { name: 'data folder', status: 'ok', detail: expect.any(String), help: null },
      ]),
    });
    vi.spyOn(app.memory, 'stats').mockRejectedValue(new Error('unexpected'));
    expect(await app.ask('GET', '/api/memory/doctor')).toMatchObject({ status: 500 });
  });

  it('reports the progress and the end of re-embedding and of scrubbing', async () => {
    const reembedded = await app.ask('POST', '/api/memory/reembed');
    expect(reembedded.type).toBe('application/x-ndjson');
    // what is still without a vector gets one in the background, too
    await expect
      .poll(async () => linesOf(await app.ask('POST', '/api/memory/reembed')))
      .toEqual([
        { done: false, progress: { done: 0, total: 0 } },
        { done: true, embedded: 0, embedder: app.memory.store.embedder },
      ]);
    const scrubbed = linesOf(await app.ask('POST', '/api/memory/scrub', { dryRun: true }));
    expect(scrubbed.at(-1)).toMatchObject({ done: true, dryRun: true, kinds: {}, left: 0 });
    expect(linesOf(await app.ask('POST', '/api/memory/scrub')).at(-1)).toMatchObject({ dryRun: false });
  });

  it('measures the embedder, and changes nothing unless it is told to', async () => {
    const measured = linesOf(await app.ask('POST', '/api/memory/calibrate'));
    expect(measured.at(-1)).toMatchObject({ done: true, applied: false, retrieval: expect.any(Number) });
    const refused = await app.ask('POST', '/api/memory/calibrate', { aply: true });
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_input' } });
  });

  it('answers with an ordinary problem when long work fails before any progress', async () => {
    vi.spyOn(app.memory, 'reembed').mockRejectedValue(new Error('password of the database: hunter2'));
    const answer = await app.ask('POST', '/api/memory/reembed');
    expect(answer).toMatchObject({ status: 500, json: { code: 'internal' } });
    expect(answer.body).not.toContain('hunter2');
  });

  it('ends with the problem when long work fails midway', async () => {
    vi.spyOn(app.memory, 'reembed').mockImplementation(async ({ onProgress } = {}) => {
      onProgress?.({ done: 1, total: 3 });
      await new Promise((resolve) => setTimeout(resolve, 10));
      onProgress?.({ done: 2, total: 3 });
      throw new Error('password of the database: hunter2');
    });
    const answer = await app.ask('POST', '/api/memory/reembed');
    expect(answer.status).toBe(200);
    expect(linesOf(answer)).toEqual([
      { done: false, progress: { done: 1, total: 3 } },
      { done: false, progress: { done: 2, total: 3 } },
      { error: expect.objectContaining({ code: 'internal', status: 500 }) },
    ]);
    expect(answer.body).not.toContain('hunter2');
  });
});

describe('export and import', () => {
  const importLines = (payload: string): Promise<Answer> =>
    app.send({
      method: 'POST',
      url: '/api/memory/import',
      payload,
      headers: { 'content-type': 'application/x-ndjson' },
    });

  it('move everything to another store, and add nothing the second time', async () => {
    const { id } = await app.save('this moves');
    const sessionId = await makeSession(['a message that moves']);
    const exported = (await app.ask('GET', '/api/memory/export')).body;
    const rows = exported.split('\n').length - 3;
    expect(JSON.parse(exported.trimEnd().split('\n').at(-1) ?? '')).toEqual({ done: true, rows });

    const other = await openHttpApp();
    const taken = await other.send({
      method: 'POST',
      url: '/api/memory/import',
      payload: exported,
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(linesOf(taken).at(-1)).toMatchObject({ done: true, report: { memory: { known: 0 } } });
    expect((await other.ask('GET', `/api/memory/${id}`)).json).toMatchObject({ content: 'this moves' });
    expect((await other.ask('GET', `/api/memory/sessions/${sessionId}`)).body).toContain('that moves');
    expect(linesOf(await importLines(exported)).at(-1)).toMatchObject({ report: { memory: { added: 0 } } });
  });

  it('keep the rows before a wrong line, name the line, and say what was imported', async () => {
    const other = await openHttpApp();
    for (const content of ['first', 'second', 'third']) {
      await other.ask('POST', '/api/memory/save', { content });
    }
    const [header, ...rows] = (await other.ask('GET', '/api/memory/export')).body.split('\n');
    const answer = await importLines([header, rows[0], rows[1], 'rubbish', rows[2]].join('\n'));
    expect(linesOf(answer)).toEqual([
      { done: false, progress: { memory: { added: 2, known: 0 } } },
      {
        error: expect.objectContaining({
          code: 'malformed_json',
          detail: expect.stringContaining('line 4'),
        }),
      },
    ]);
    for (const row of rows.slice(0, 2)) {
      const { id } = z.object({ row: z.object({ id: z.string() }) }).parse(JSON.parse(row)).row;
      expect((await app.ask('GET', `/api/memory/${id}`)).status).toBe(200);
    }
  });

  const header = '{"kind":"devai-export","version":1}';
  it.each([
    ['', 400, 'invalid_input', 'empty'],
    ['{"kind":"devai-export","version":3}', 400, 'invalid_input', 'line 1'],
    [`${header}\n{"kind":"secrets","row":{}}`, 400, 'invalid_input', 'line 2'],
    [`${header}\n\n`, 400, 'malformed_json', 'line 2'],
    [`${header}\n{"done":true}\n${header}`, 400, 'malformed_json', 'line 3'],
    [`${header}\n"${'x'.repeat(4_000_001)}"`, 413, 'too_large', 'line 2'],
  ])('refuse %.60j', async (payload, status, code, detail) => {
    expect(await importLines(payload)).toMatchObject({
      status,
      json: { code, detail: expect.stringContaining(detail) },
    });
  });

  it('accept no other type of body', async () => {
    expect(await app.ask('POST', '/api/memory/import', { kind: 'devai-export' })).toMatchObject({
      status: 415,
      json: { code: 'unsupported_media_type' },
    });
  });
});

describe('a client that disconnects', () => {
  it('stops the work that it waited for', async () => {
    let told: AbortSignal | undefined;
    vi.spyOn(app.memory, 'reembed').mockImplementation(async ({ onProgress, signal } = {}) => {
      told = signal;
      onProgress?.({ done: 0, total: 100 });
      await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      return { embedded: 0, embedder: 'never' };
    });
    const left = await leaveAfterFirstBytes('POST', '/api/memory/reembed');
    expect(left).toContain('"total":100');
    await expect.poll(() => told?.aborted).toBe(true);
  });

  it('ends a running export', async () => {
    let ended = false;
    vi.spyOn(app.memory.transfer, 'export').mockImplementation(async function* () {
      try {
        for (let number = 0; ; number += 1)
          yield { kind: 'memory', row: { number, text: 'x'.repeat(1_000) } };
      } finally {
        ended = true;
      }
    });
    await leaveAfterFirstBytes('GET', '/api/memory/export');
    await expect.poll(() => ended).toBe(true);
  });

  /** Sends a request over a real socket, which is cut when the answer has begun. */
  async function leaveAfterFirstBytes(method: string, path: string): Promise<string> {
    if (!app.fastify.server.listening) await app.fastify.listen({ port: 0, host: '127.0.0.1' });
    const address = z.object({ port: z.int() }).parse(app.fastify.server.address());
    const asked = request({ host: '127.0.0.1', port: address.port, method, path });
    asked.end();
    const [answer] = z.tuple([z.custom<NodeJS.ReadableStream>()]).parse(await once(asked, 'response'));
    const [bytes] = z.tuple([z.unknown()]).parse(await once(answer, 'data'));
    asked.on('error', () => {});
    answer.on('error', () => {});
    asked.destroy();
    return String(bytes);
  }
});

describe('a server that stops', () => {
  it('ends long work with a line that says so', async () => {
    const stopped = await openHttpApp();
    vi.spyOn(stopped.memory, 'reembed').mockImplementation(async ({ onProgress, signal } = {}) => {
      onProgress?.({ done: 1, total: 100 });
      await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      return { embedded: 0, embedder: 'never' };
    });
    const asked = fetch(`${await listen(stopped)}/api/memory/reembed`, { method: 'POST' });
    const answer = await asked;
    await stopped.close();
    expect(await answer.text()).toMatch(/"total":100.*\n.*"code":"stopping"/);
  });

  it('does not wait for a client that stopped sending', { timeout: 30_000 }, async () => {
    const stopped = await openHttpApp();
    const asked = request(`${await listen(stopped)}/api/memory/import`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
    });
    const cut = new Promise((resolve) => asked.once('close', resolve));
    asked.on('error', () => {});
    asked.write('{"kind":"devai-export","version":1}\n');
    const connections = () =>
      new Promise<number>((resolve) => {
        stopped.fastify.server.getConnections((_, count) => resolve(count));
      });
    await expect.poll(connections).toBe(1);
    await stopped.close();
    await cut;
  });

  async function listen({ fastify }: HttpApp): Promise<string> {
    return fastify.listen({ port: 0, host: '127.0.0.1' });
  }
});

const job = z.object({ job: z.object({ id: z.string() }) });

const jobs = z.object({ jobs: z.array(z.looseObject({ id: z.string(), kind: z.string() })) });

async function makeSession(texts: string[], project = 'taskforge'): Promise<string> {
  const session = { id: randomUUID(), project, agent: 'chapo' };
  await app.memory.sessions.open(session);
  const messages = texts.map((content, index) =>
    message(content, { role: index % 2 === 0 ? 'user' : 'assistant' }),
  );
  await app.memory.sessions.append(session, messages);
  return session.id;
}
