import { randomUUID } from 'node:crypto';
import { message } from '@devai/memory/testing';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { serveHttp } from './http-app.ts';

const app = serveHttp();
let port: string;
let coffee: string;

beforeAll(async () => {
  port = (await app.save('the staging database listens on 6543', { tags: ['ops'], metadata: { team: 'a' } }))
    .id;
  coffee = (await app.save('the coffee machine is descaled on Mondays')).id;
});

const question = 'on which port does the staging database listen?';

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
  await expectNoAccess(port);
});

it('narrows by the same filters as the list', async () => {
  const withTag = await app.ask('GET', `/api/memory/search?q=${asQuery(question)}&tag=ops`);
  const without = await app.ask('POST', '/api/memory/search', { text: question, tag: 'other' });
  const ofTeam = (team: string) => `/api/memory/search?q=${asQuery(question)}&metadata=${asQuery(team)}`;
  expect((await app.ask('GET', ofTeam('{"team":"a"}'))).json).toEqual(withTag.json);
  expect((await app.ask('GET', ofTeam('{"team":"b"}'))).json).toMatchObject({ hits: [] });
  expect(await app.ask('GET', ofTeam('a'))).toMatchObject({ status: 400 });
  const byBody = { text: question, metadata: { team: 'a' } };
  expect((await app.ask('POST', '/api/memory/search', byBody)).json).toEqual(withTag.json);
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
  await app.memory.sessions.append(session, [message('the espresso grinder is broken')]);
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
  await expectNoAccess(port);
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

async function accessCount(id: string): Promise<number> {
  const { json } = await app.ask('GET', `/api/memory/${id}`);
  return z.object({ accessCount: z.int() }).parse(json).accessCount;
}

/** Accesses are stored later, in their order: waits for one of now, of another memory. */
async function expectNoAccess(id: string): Promise<void> {
  const before = await accessCount(coffee);
  const recalled = await app.memory.recall({
    text: 'when is the coffee machine descaled?',
    project: 'taskforge',
  });
  expect(recalled.memories.filter(({ injected }) => injected).map(({ memory }) => memory.id)).toEqual([
    coffee,
  ]);
  await expect.poll(() => accessCount(coffee)).toBe(before + 1);
  expect(await accessCount(id)).toBe(0);
}

const asQuery = (text: string) => encodeURIComponent(text);
