import { expect, it } from 'vitest';
import { scriptedChatModel } from '../../testing/scripted-chat-model.ts';
import { storedMemory } from '../dedup/dedup.fixture.ts';
import { askAboutGroups } from './ask-about-groups.ts';

it('refuses an entry that names a statement twice: a memory is not a duplicate of itself', async () => {
  const group = [listed('Releases are on Tuesdays'), listed('We release every Tuesday')];
  const model = scriptedChatModel([entry([1, 1]), entry([1, 2])]);
  const asked = { model, timeZone: 'UTC', timeout: 1_000, signal: new AbortController().signal };
  const { found } = await askAboutGroups('merge', [group], asked);
  expect(found.map(({ members }) => members)).toEqual([group]);
  expect(model.requests.at(1)?.messages.at(-1)?.content).toContain('entry 1: names a statement twice');
});

function listed(content: string) {
  return {
    memory: storedMemory(content),
    isProtected: false,
    isRestored: false,
    statedAt: null,
    importanceIsSet: false,
  };
}

function entry(memories: number[]) {
  return { found: [{ memories, best: 1, text: null, reason: 'the same' }] };
}
