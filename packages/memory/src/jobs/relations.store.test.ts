import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { exchangeableModel, scriptedChatModel } from '../../testing/scripted-chat-model.ts';
import type { Memory } from '../memory.ts';
import { openWorld } from '../../testing/open-world.ts';
import { message } from '../../testing/message.ts';
import { decided, discovered, foundMemory } from '../../testing/model-answers.ts';

const parts = 'The checkout service calls the payment gateway, which is being built for the spring release.';
const small = exchangeableModel();

let memory: Memory;
const world = openWorld();
beforeEach(async () => {
  memory = await world.openMemory({ models: { small } });
});

it('memories of a session are related to those in its prompts and to each other, until the job is undone', async () => {
  const { memory: release } = await memory.remember({
    content: 'The spring release is in April',
    project: 'shop',
  });
  await memory.jobs.drain();
  const said = message(parts, { metadata: { recalled: [release.id] } });
  const id = await world.say([said], { of: 'shop' });
  small.model = scriptedChatModel([
    {
      memories: [
        candidate('The checkout service calls the payment gateway', [{ kind: 'depends_on', to: 'm2' }]),
        candidate('A payment gateway is being built', [
          { kind: 'part_of', to: 'k1' },
          { kind: 'part_of', to: 'k2' },
        ]),
      ],
      session: null,
    },
    decided(['add'], ['add']),
  ]);
  await world.end(id);

  expect(small.model.requests[0]?.messages[1]?.content).toContain('- k1: "The spring release is in April"');
  const gateway = (await memory.memories.list({ project: 'shop' })).find(({ content }) =>
    content.startsWith('A'),
  );
  const related = async () =>
    (await memory.memories.related(gateway?.id ?? '', 'shop')).map(
      ({ direction, kind, memory: { content } }) => `${direction} ${kind} ${content}`,
    );
  expect((await related()).toSorted()).toEqual([
    'from depends_on The checkout service calls the payment gateway',
    'to part_of The spring release is in April',
  ]);
  const [job] = (await memory.jobs.list()).filter(({ kind }) => kind === 'extract');
  expect(job?.result).toMatchObject({ dropped: ['a relation of it names nothing known'] });
  await memory.jobs.undo(job?.id ?? '', 'nonsense');
  expect(await memory.memories.related(release.id, 'shop')).toEqual([]);
});

it('a remembered statement names related memories by their ids, and nothing else', async () => {
  const { memory: release } = await memory.remember({
    content: 'The spring release is in April',
    project: 'shop',
  });
  const { memory: theirs } = await memory.remember({ content: 'The bakery opens at six', project: 'bakery' });
  const statement = { content: 'The gateway is done in March', project: 'shop' };
  const { memory: gateway } = await memory.remember({
    ...statement,
    relations: [{ kind: 'part_of', to: release.id }],
  });
  expect(await memory.memories.related(release.id, 'shop')).toMatchObject([
    { direction: 'from', kind: 'part_of', memory: { id: gateway.id } },
  ]);
  for (const to of [theirs.id, randomUUID(), 'the release']) {
    const one = { content: `See ${to}`, project: 'shop' };
    await expect(memory.remember({ ...one, relations: [{ kind: 'relates_to', to }] })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  }
});

it('undoing the last change removes a relation, undoing that restores it, and undoing twice is a conflict', async () => {
  const { memory: release } = await memory.remember({ content: 'The release is in April', project: 'shop' });
  const { memory: gateway } = await memory.remember({
    content: 'The gateway is done in March',
    project: 'shop',
    relations: [{ kind: 'part_of', to: release.id }],
  });
  const related = async () => (await memory.memories.related(release.id, 'shop')).length;
  const [, event] = await memory.memories.history(gateway.id);
  expect(await memory.memories.undo(gateway.id, 'wrong')).toMatchObject({ isValid: true });
  expect(await related()).toBe(0);
  await expect(memory.memories.undo(gateway.id, 'again', undefined, event?.id)).rejects.toMatchObject({
    code: 'conflict',
  });
  await memory.memories.undo(gateway.id, 'right after all');
  expect(await related()).toBe(1);
});

function candidate(content: string, relations: object[]) {
  return foundMemory(content, [1], {
    ...discovered,
    title: content,
    category: 'component',
    namespace: 'devai/project/shop',
    importance: 3,
    expires_at: null,
    relations,
  });
}
