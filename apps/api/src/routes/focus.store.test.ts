import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemory, createOfflineEmbedder, systemClock, type Memory } from '@devai/memory';
import { embeddedStores, type OpenTestDatabase } from '@devai/memory/testing';
import fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerErrorsAsProblems } from '../errors.ts';
import { registerFocus } from './focus.ts';

let folder: string;
let memory: Memory;
let store: OpenTestDatabase;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'devai-focus-'));
  store = await embeddedStores.open();
  memory = await createMemory({
    database: store.database,
    embeddings: createOfflineEmbedder(),
    focusFile: { path: join(folder, 'RECENT_FOCUS.md'), project: 'taskforge' },
  });
  app = fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  answerErrorsAsProblems(app);
  registerFocus(app, { memory, clock: systemClock, ownProject: 'taskforge' });
});
afterAll(async () => {
  await app.close();
  await memory.close();
  await store.close();
  await rm(folder, { recursive: true });
});

const topic = (name: string, ...files: string[]) => ({ topic: name, files, directories: [] });
const put = (payload: object) => app.inject({ method: 'PUT', url: '/api/focus', payload });
const names = async (url = '/api/focus') =>
  (await app.inject(url))
    .json<{ topics: { topic: string }[] }>()
    .topics.map((one) => one.topic)
    .toSorted();

it('replaces the whole list of topics, and shows it in the table, the block and the file', async () => {
  const edited = await put({ topics: [topic('billing', 'src/billing/invoice.ts'), topic('login')] });
  expect(edited.statusCode).toBe(200);
  expect(await names()).toEqual(['billing', 'login']);
  expect(edited.json<{ block: string }>().block).toContain('invoice.ts');
  expect(await readFile(join(folder, 'RECENT_FOCUS.md'), 'utf8')).toContain('- **billing**');
  await put({ topics: [topic('billing', 'src/billing/refund.ts')] });
  expect(await names()).toEqual(['billing']);
  expect(await readFile(join(folder, 'RECENT_FOCUS.md'), 'utf8')).toContain('src/billing/refund.ts');
});

it('keeps a topic that was touched after the list was read', async () => {
  await put({ topics: [topic('billing')] });
  const read = (await app.inject('/api/focus')).json<{ asOf: string }>();
  await new Promise((resolve) => setTimeout(resolve, 5));
  memory.focus.noteStep({
    sessionId: '0b8a4c52-6f0f-4f6e-9a53-1d3f0c9b7f11',
    project: 'taskforge',
    userMessage: 'read it',
    toolCalls: [{ name: 'read_file', arguments: '{"path":"src/search/rank.ts"}', ok: true }],
    reply: '',
  });
  await memory.focus.idle();
  await put({ topics: [topic('login')], asOf: read.asOf });
  expect(await names()).toEqual(['login', 'search']);
});

it('removes one topic, whatever its case, or all of them, in the file too', async () => {
  await put({ topics: [topic('billing', 'src/a.ts'), topic('login'), topic('search')] });
  const clear = (query = '') => app.inject({ method: 'DELETE', url: `/api/focus${query}` });
  expect((await clear('?topic=Billing')).json()).toMatchObject({
    cleared: [{ topic: 'billing', files: ['src/a.ts'] }],
  });
  expect(await names()).toEqual(['login', 'search']);
  expect(await readFile(join(folder, 'RECENT_FOCUS.md'), 'utf8')).not.toContain('billing');
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
