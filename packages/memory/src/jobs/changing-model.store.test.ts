import { expect, it } from 'vitest';
import { foundMemory } from '../../testing/model-answers.ts';
import { openWorld } from '../../testing/open-world.ts';
import { scriptedChatModel } from '../../testing/scripted-chat-model.ts';
import type { ChatModel } from '../ports.ts';

const world = openWorld();
const said = 'The till of the shop broke on Monday, and a new fuse mended it for good.';
const found = { memories: [foundMemory('A new fuse mended the till.', [1])], session: null };

it('asks the model that there is when the work begins: none, one that was connected, another, none again', async () => {
  let now: ChatModel | null = null;
  const memory = await world.openMemory({ models: { small: () => now } });
  const extract = async () => {
    await memory.sessions.extract(await world.say([said]));
    await memory.jobs.drain();
  };

  await extract();
  const first = scriptedChatModel([found]);
  now = first;
  await extract();
  expect(first.requests).toHaveLength(1);
  const second = scriptedChatModel([found]);
  now = second;
  await extract();
  expect([first.requests.length, second.requests.length]).toEqual([1, 1]);
  now = null;
  await extract();
  expect([first.requests.length, second.requests.length]).toEqual([1, 1]);
});
