import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { actAsOperator } from './as-operator.ts';
import { openMemory } from './open-memory.ts';
import { opened } from './opened.ts';

const world = openMemory('file', ({ path }) => ({
  focusFile: { path: join(path, 'RECENT_FOCUS.md'), project: 'taskforge' },
}));
const app = opened('file', async (closing) => {
  const server = closing.adopt(fastify(), (one) => one.close());
  await actAsOperator(server, world.memory, 'taskforge');
  return server;
});

it('replaces the whole list of topics, and shows it in the table, the block and the file', async () => {
  const edited = await put({ topics: [topic('billing', 'src/billing/invoice.ts'), topic('login')] });
  expect(edited.statusCode).toBe(200);
  expect(await names()).toEqual(['billing', 'login']);
  expect(edited.json<{ block: string }>().block).toContain('invoice.ts');
  expect(await focusFile()).toContain('- **billing**');
  await put({ topics: [topic('billing', 'src/billing/refund.ts')] });
  expect(await names()).toEqual(['billing']);
  expect(await focusFile()).toContain('src/billing/refund.ts');
});

it('keeps a topic that was touched after the list was read', async () => {
  await put({ topics: [topic('billing')] });
  const read = (await app().inject('/api/focus')).json<{ asOf: string }>();
  await new Promise((resolve) => setTimeout(resolve, 5));
  world.memory.focus.noteStep({
    sessionId: '0b8a4c52-6f0f-4f6e-9a53-1d3f0c9b7f11',
    project: 'taskforge',
    userMessage: 'read it',
    toolCalls: [{ name: 'read_file', arguments: '{"path":"src/search/rank.ts"}', ok: true }],
    reply: '',
  });
  await world.memory.focus.idle();
  await put({ topics: [topic('login')], asOf: read.asOf });
  expect(await names()).toEqual(['login', 'search']);
});

it('removes one topic, whatever its case, or all of them, in the file too', async () => {
  await put({ topics: [topic('billing', 'src/a.ts'), topic('login'), topic('search')] });
  const clear = (query = '') => app().inject({ method: 'DELETE', url: `/api/focus${query}` });
  expect((await clear('?topic=Billing')).json()).toMatchObject({
    cleared: [{ topic: 'billing', files: ['src/a.ts'] }],
  });
  expect(await names()).toEqual(['login', 'search']);
  expect(await focusFile()).not.toContain('billing');
  expect((await clear('?topic=billing')).json()).toMatchObject({ code: 'not_found', status: 404 });
  expect((await clear()).json<{ cleared: unknown[] }>().cleared).toHaveLength(2);
  expect(await names()).toEqual([]);
  expect((await clear()).json()).toEqual({ cleared: [] });
});

it('keeps projects apart', async () => {
  await put({ topics: [topic('login')] });
  await put({ project: 'other', topics: [topic('payroll')] });
  expect(await names()).toEqual(['login']);
  expect(await names('/api/focus?project=other')).toEqual(['payroll']);
});

it.each([
  { topics: [{ topic: '', files: [], directories: [] }] },
  { topics: 'all' },
  {},
  { topics: [], more: 1 },
])('refuses %j with a problem that names the field', async (payload) => {
  const answer = await put(payload);
  expect(answer.statusCode).toBe(400);
  expect(answer.headers['content-type']).toContain('application/problem+json');
  expect(answer.json()).toMatchObject({ code: 'invalid_input', status: 400 });
});

const focusFile = () => readFile(join(world.host.path, 'RECENT_FOCUS.md'), 'utf8');

const topic = (name: string, ...files: string[]) => ({ topic: name, files, directories: [] });

const put = (payload: object) => app().inject({ method: 'PUT', url: '/api/focus', payload });

const names = async (url = '/api/focus') =>
  (await app().inject(url))
    .json<{ topics: { topic: string }[] }>()
    .topics.map((one) => one.topic)
    .toSorted();
