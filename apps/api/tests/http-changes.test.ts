import { answerLines } from '@devai/fastify/protocol/answers';
import { expect, test } from 'vitest';
import { savedMemory } from '@devai/fastify/protocol/memory';
import { relevant } from '@devai/fastify/protocol/search';
import { serveChat } from './serve-chat.ts';

const world = serveChat('test', { background: false });

async function keep(content: string) {
  const body = { content, about: 'project', agent: 'tester' };
  const answer = await world.request('/api/memory/keep', { body });
  return savedMemory.parse(await answer.json());
}

test('what an agent keeps is no word of the user, and is known the second time', async () => {
  const { memory, action } = await keep('Releases are on Fridays');
  expect({ action, trust: memory.trust, priority: memory.priority }).toEqual({
    ...{ action: 'added', trust: 'agent', priority: 'medium' },
  });
  expect(await keep('Releases are on Fridays')).toMatchObject({ action: 'known', memory: { id: memory.id } });
});

test('what is forgotten is told to who watches', async () => {
  const { memory } = await keep('Releases are on Fridays');
  const leaving = new AbortController();
  const answer = await fetch(new URL('/api/memory/watch', world.address), { signal: leaving.signal });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  const next = async () =>
    answerLines['GET /api/memory/watch'].parse(JSON.parse((await reader?.read())?.value ?? ''));
  expect(await next()).toEqual({ change: null });
  await world.request(`/api/memory/${memory.id}`, { method: 'DELETE' });
  expect(await next()).toEqual({ change: { type: 'memory_forgotten', id: memory.id } });
  leaving.abort();
});

test('a recall counts as use only when a prompt gets it', async () => {
  const { memory } = await keep('Releases are on Fridays');
  const recall = (strengthen: boolean) =>
    world.ask(relevant, '/api/memory/relevant', { body: { text: 'When are releases?', strengthen } });
  const uses = async () => {
    const { memories } = await recall(false);
    return memories.find((one) => one.memory.id === memory.id)?.memory.accessCount;
  };
  const before = await uses();
  await recall(true);
  await expect.poll(uses, { timeout: 10_000 }).toBe((before ?? 0) + 1);
});
