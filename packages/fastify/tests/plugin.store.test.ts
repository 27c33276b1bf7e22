import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { asSent, createClient } from '../src/protocol/client.ts';
import { openHost, type Answer } from './open-host.ts';

const saved = z.object({ memory: z.object({ id: z.string() }) });
const page = z.object({ memories: z.array(z.object({ content: z.string() })) });
const contents = ({ json }: Answer) => page.parse(json).memories.map(({ content }) => content);
const post = (url: string, payload: object) => ({ method: 'POST', url, payload }) as const;
const document = {
  ...{
    method: 'POST',
    url: '/memory/api/memory/documents?path=gate.md&project=shop',
    payload: Buffer.from('x'),
  },
  headers: { 'content-type': 'application/octet-stream' },
} as const;
const mine = { content: 'Alice keeps the key of the shed under a stone', namespace: 'devai/user' };

describe('the routes of a memory in an API of one own', () => {
  it('store, list, find and forget what is of a user, and show it to nobody else', async () => {
    const { register, ask } = await openHost();
    await register();
    const { id } = saved.parse((await ask('alice', post('/memory/api/memory/save', mine))).json).memory;

    const list = { url: '/memory/api/memory?project=shop' };
    const search = { url: '/memory/api/memory/search?project=shop&q=key+of+the+shed' };
    const one = { url: `/memory/api/memory/${id}` };
    expect(contents(await ask('alice', list))).toEqual([mine.content]);
    expect(JSON.stringify((await ask('alice', search)).json)).toContain(mine.content);
    expect(contents(await ask('bob', list))).toEqual([]);
    expect(JSON.stringify((await ask('bob', search)).json)).not.toContain('shed');
    expect(await ask('bob', one)).toMatchObject({
      status: 404,
      type: 'application/problem+json',
      json: { code: 'not_found' },
    });

    expect((await ask('alice', { ...one, method: 'DELETE' })).status).toBe(200);
    expect(contents(await ask('alice', list))).toEqual([]);
    expect((await ask('alice', one)).status).toBe(404);
  });

  it('are at an address with a path for the client of the protocol, which reads a change as it happens', async () => {
    const { app, register, ask } = await openHost();
    await register();
    const save = async (user: string) =>
      saved.parse((await ask(user, post('/memory/api/memory/save', mine))).json).memory.id;
    const ids = { alice: await save('alice'), bob: await save('bob') };
    const url = new URL('/memory', await app.listen({ port: 0, host: '127.0.0.1' }));
    const client = createClient({
      url,
      token: null,
      read: asSent,
      toError: (failure) => new Error(JSON.stringify(failure)),
    });
    await expect(client.ask('GET /api/me', {})).rejects.toThrow('unauthorized');

    const headers = { 'x-user': 'alice' };
    const watching = await fetch(`${url.href}/api/memory/watch`, { headers });
    const lines = watching.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await lines?.read())?.value).toBe('{"change":null}\n');
    for (const user of ['bob', 'alice'] as const)
      await ask(user, { method: 'DELETE', url: `/memory/api/memory/${ids[user]}` });
    const change = { type: 'memory_forgotten', id: ids.alice };
    expect(JSON.parse((await lines?.read())?.value ?? '')).toEqual({ change });

    // the stream is still open
    const began = performance.now();
    await app.close();
    expect(performance.now() - began).toBeLessThan(4_000);
    for (let next = await lines?.read(); next?.done === false; next = await lines?.read());
  });

  it('keep to the projects that a user may use, in a query, a body and a path', async () => {
    const { register, ask } = await openHost();
    await register();
    const payroll = { content: 'The safe is open', project: 'payroll' };
    const { id } = saved.parse((await ask('alice', post('/memory/api/memory/save', payroll))).json).memory;
    for (const request of [
      { url: '/memory/api/memory?project=payroll' },
      { url: '/memory/api/project/payroll' },
      { url: '/memory/api/project/payroll/memories' },
      post('/memory/api/memory/save', payroll),
      // what no request names, and what would stream
      { url: `/memory/api/memory/${id}` },
      { url: '/memory/api/memory/watch?project=payroll' },
    ])
      expect(await ask('carol', request), request.url).toMatchObject({
        status: 404,
        json: { code: 'not_found' },
      });
    expect((await ask('carol', { url: '/memory/api/memory?project=shop' })).status).toBe(200);
    expect((await ask('alice', { url: '/memory/api/memory?project=payroll' })).status).toBe(200);
  });

  it.each([
    [null, { url: '/memory/api/memory' }, 401, 'unauthorized'],
    [null, { url: '/memory/nothing' }, 401, 'unauthorized'],
    ['alice', { url: '/memory/nothing' }, 404, 'no_route'],
    ['alice', { url: '/memory/api/users' }, 403, 'forbidden'],
    ['alice', post('/memory/api/memory/decay', {}), 403, 'forbidden'],
    ['alice', post('/memory/api/memory/save', { content: '' }), 400, 'invalid_input'],
  ] as const)('answer %s, who asks %j, with the problem %i %s', async (user, request, status, code) => {
    const { register, ask } = await openHost();
    await register();
    const answer = await ask(user, request);
    expect(answer).toMatchObject({ status, type: 'application/problem+json', json: { status, code } });
    expect((await ask('root', { url: '/memory/api/users' })).status).toBe(200);
  });

  it('say which part the host has not given, such as a reader of documents, and use what it gives', async () => {
    const { register, ask } = await openHost();
    await register();
    const save = { project: 'shop', messages: [{ role: 'user', content: 'hello' }] };
    const posted = (await ask('root', post('/memory/api/memory/extract', save))).json;
    const id = z.object({ sessionId: z.string() }).parse(posted).sessionId;
    for (const [part, request] of [
      ['examine', { url: '/memory/api/memory/doctor' }],
      ['preview', post(`/memory/api/memory/sessions/${id}/context`, { text: 'hello' })],
      ['readDocument', document],
    ] as const)
      expect(await ask('root', request), part).toMatchObject({
        status: 501,
        json: { code: 'not_offered', detail: expect.stringContaining(`\`${part}\``) },
      });
    const handoff = post(`/memory/api/memory/sessions/${id}/handoff`, { to: 'Clerk' });
    expect(await ask('root', handoff)).toMatchObject({ status: 201, json: { session: { agent: 'clerk' } } });

    const given = await openHost();
    const text = '# The gate\n\nThe gate of the shop is green.\n';
    await given.register({
      examine: async () => [],
      readDocument: async () => ({ text, title: null, kind: 'markdown' }),
    });
    expect((await given.ask('root', { url: '/memory/api/memory/doctor' })).json).toEqual({ checks: [] });
    expect((await given.ask('root', document)).json).toContain('"done":true');
  });

  it('tell a probe that the store answers, and a user no more than that something is wrong', async () => {
    const { register, ask } = await openHost();
    await register({ about: { degraded: () => ['the printer is on fire'] } });
    expect(await ask(null, { url: '/memory/api/ready' })).toMatchObject({ json: { status: 'ready' } });
    expect((await ask(null, { url: '/memory/api/health' })).status).toBe(401);
    const degraded = async (user: string) => (await ask(user, { url: '/memory/api/health' })).json;
    expect(await degraded('root')).toMatchObject({ degraded: ['the printer is on fire'] });
    expect(JSON.stringify(await degraded('alice'))).not.toContain('printer');
  });
});

it('serves a page that the host has built to everybody, at the prefix', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'devai-page-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<title>mine</title>');
  await writeFile(join(folder, 'assets/a.js'), 'export {}');
  const { register, ask } = await openHost();
  await register({ page: folder });
  expect(await ask(null, { url: '/memory/' })).toMatchObject({ status: 200, json: '<title>mine</title>' });
  expect(await ask(null, { url: '/memory/assets/a.js' })).toMatchObject({ status: 200, json: 'export {}' });
  expect((await ask(null, { url: '/memory/assets/..%2f..%2fetc' })).status).toBeGreaterThanOrEqual(400);
});
