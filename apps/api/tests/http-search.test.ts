import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { openHttpApp, type HttpApp } from './http-app.ts';

const saved = z.object({ memory: z.object({ id: z.string() }) });

let app: HttpApp;
let port: string;
let coffee: string;

beforeAll(async () => {
  app = await openHttpApp();
  port = await save('the staging database listens on 6543', ['ops']);
  coffee = await save('the coffee machine is descaled on Mondays');
});
afterAll(() => app.close());

async function save(content: string, tags: string[] = []): Promise<string> {
  return saved.parse((await app.ask('POST', '/api/memory/save', { content, tags })).json).memory.id;
}
async function accessCount(id: string): Promise<number> {
  // accesses are written in the next turn of the event loop
  await new Promise((resolve) => setTimeout(resolve, 20));
  const { json } = await app.ask('GET', `/api/memory/${id}`);
  return z.object({ accessCount: z.int() }).parse(json).accessCount;
}

const question = 'on which port does the staging database listen?';
const asQuery = (text: string) => encodeURIComponent(text);

it('finds the same by query and by body, with the scores of each hit, and strengthens nothing', async () => {
  const byQuery = await app.ask('GET', `/api/memory/search?q=${asQuery(question)}`);
  const byBody = await app.ask('POST', '/api/memory/search', { text: question });
  expect(byQuery.status).toBe(200);
  expect(byQuery.json).toEqual(byBody.json);
  expect(byQuery.json).toMatchObject({
    hits: [
      {
        memory: { id: port, strength: 1, importance: 9 },
        similarity: expect.any(Number),
        wordScore: expect.any(Number),
        legs: expect.arrayContaining(['vector', 'words']),
        score: expect.any(Number),
        reason: expect.stringContaining('similarity'),
      },
    ],
    messages: [],
    degraded: [],
  });
  expect(await accessCount(port)).toBe(0);
});

it('narrows by the same filters as the list', async () => {
  const withTag = await app.ask('GET', `/api/memory/search?q=${asQuery(question)}&tag=ops`);
  const without = await app.ask('POST', '/api/memory/search', { text: question, tag: 'other' });
  expect(withTag.json).toMatchObject({ hits: [{ memory: { id: port } }] });
  expect(without.json).toMatchObject({ hits: [] });
});

it('leaves out excluded memories, in searches and previews', async () => {
  const both = `q=${asQuery(question)}&exclude=${port}&exclude=${coffee}`;
  const one = { text: question, exclude: [port] };
  for (const answer of [
    await app.ask('GET', `/api/memory/search?${both}`),
    await app.ask('POST', '/api/memory/search', one),
  ]) {
    expect(answer).toMatchObject({ status: 200, json: { hits: [] } });
  }
  for (const answer of [
    await app.ask('GET', `/api/memory/relevant?${both}`),
    await app.ask('POST', '/api/memory/relevant', one),
  ]) {
    const memories = [{ memory: { id: port }, injected: false, reason: expect.stringContaining('excluded') }];
    expect(answer.json).toMatchObject({ memories, block: '' });
  }
  expect((await app.ask('GET', '/api/memory/search?q=x&exclude=port')).status).toBe(400);
});

it('finds past messages on request', async () => {
  const session = { id: randomUUID(), project: 'taskforge', agent: 'chapo' };
  await app.memory.sessions.open(session);
  await app.memory.sessions.append(session, [
    {
      id: randomUUID(),
      role: 'user',
      type: 'text',
      content: 'the espresso grinder is broken',
      toolCalls: [],
      toolCallId: null,
      pinned: false,
      metadata: {},
    },
  ]);
  const plain = await app.ask('GET', '/api/memory/search?q=espresso%20grinder');
  const asked = await app.ask('GET', '/api/memory/search?q=espresso%20grinder&messages=true');
  expect(plain.json).toMatchObject({ messages: [] });
  expect(asked.json).toMatchObject({
    messages: [{ message: { content: 'the espresso grinder is broken', number: 1, role: 'user' } }],
  });
});

it('previews what would be injected, and why, and strengthens nothing', async () => {
  const answer = await app.ask('GET', `/api/memory/relevant?q=${asQuery(question)}`);
  expect(answer.status).toBe(200);
  expect(answer.json).toMatchObject({
    memories: expect.arrayContaining([
      expect.objectContaining({ injected: true, reason: expect.stringContaining('injected') }),
    ]),
    block: expect.stringContaining('6543'),
    degraded: [],
  });
  const none = await app.ask('GET', `/api/memory/relevant?q=${asQuery(question)}&budgetTokens=0`);
  expect(none.json).toMatchObject({ block: '', tokens: 0 });
  // a message may be longer than an address
  const text = `${'and so on '.repeat(1_000)}${question}`;
  expect((await app.ask('POST', '/api/memory/relevant', { text })).status).toBe(200);
  const byBody = async () => (await app.ask('POST', '/api/memory/relevant', { text: question })).json;
  // once the messages have their vectors, which they get in the background
  await expect
    .poll(byBody)
    .toEqual((await app.ask('GET', `/api/memory/relevant?q=${asQuery(question)}`)).json);
  expect(await accessCount(port)).toBe(0);
  // the same question of a turn does: the count would have shown it
  await app.memory.recall({ text: question, project: 'taskforge' });
  await expect.poll(() => accessCount(port)).toBe(1);
});

it('explains why a memory would not be injected', async () => {
  const hit = await app.ask('POST', '/api/memory/explain', { text: question, memoryId: port });
  expect(hit.json).toMatchObject({ verdict: 'injected', memory: { id: port }, place: 1 });
  const miss = await app.ask('POST', '/api/memory/explain', { text: question, memoryId: coffee });
  expect(miss.json).toMatchObject({ verdict: 'irrelevant', place: null });
  const nothing = await app.ask('POST', '/api/memory/explain', { text: question, memoryId: randomUUID() });
  expect(nothing.json).toMatchObject({ verdict: 'not_found', memory: null, hit: null });
});

it.each([
  ['GET', '/api/memory/search', undefined],
  ['GET', '/api/memory/search?q=', undefined],
  ['GET', `/api/memory/search?q=x&limit=201`, undefined],
  ['GET', '/api/memory/search?q=x&limit=1.5', undefined],
  ['GET', '/api/memory/search?q=x&type=gossip', undefined],
  ['GET', '/api/memory/search?q=x&since=sometime', undefined],
  ['GET', '/api/memory/search?q=x&messages=yes', undefined],
  ['GET', '/api/memory/search?q=x&colour=red', undefined],
  ['GET', '/api/memory/search?q=%20%20', undefined],
  ['POST', '/api/memory/search', { text: 'x'.repeat(20_001) }],
  ['POST', '/api/memory/search', { text: 7 }],
  ['POST', '/api/memory/explain', { text: 'x', memoryId: 'not-an-id' }],
] as const)('refuses %s %s', async (method, url, body) => {
  expect(await app.ask(method, url, body)).toMatchObject({ status: 400, json: { code: 'invalid_input' } });
});
