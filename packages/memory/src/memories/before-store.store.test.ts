import { expect, it } from 'vitest';
import { openWorld, project } from '../../testing/open-world.ts';
import type { BeforeStore, ProposedMemory } from '../ports.ts';

const world = openWorld();

/** Refuses what names a salary, and writes cities in capitals. */
function rules() {
  const asked: ProposedMemory[] = [];
  const beforeStore: BeforeStore = async (memory) => {
    asked.push(memory);
    if (/salary/i.test(memory.content)) return false;
    if (!memory.content.includes('Berlin')) return undefined;
    const content = memory.content.replace('Berlin', 'BERLIN');
    return { content, tags: [...memory.tags, 'city'], importance: 3, metadata: { checked: true } };
  };
  return { beforeStore, asked };
}

const contents = (memories: { content: string }[]) => memories.map(({ content }) => content).toSorted();

it('changes and refuses what is told at once', async () => {
  const { beforeStore, asked } = rules();
  const memory = await world.openMemory({ beforeStore });
  const { memory: stored } = await memory.remember({
    content: 'The office is in Berlin',
    project,
    tags: ['a'],
  });
  expect(stored).toMatchObject({
    ...{
      content: 'The office is in BERLIN',
      tags: ['a', 'city'],
      importance: 3,
      metadata: { checked: true },
    },
  });
  expect(asked[0]).toMatchObject({
    user: 'me',
    content: 'The office is in Berlin',
    trust: 'user',
    importance: 9,
  });
  const again = await memory.remember({ content: 'The office is in Berlin', project });
  expect(again).toMatchObject({ action: 'known', memory: { id: stored.id } });
  await expect(memory.remember({ content: 'The salary is 9', project })).rejects.toMatchObject({
    ...{ code: 'invalid_input', message: 'the host does not store it (beforeStore)' },
  });
  const outcomes = await memory.rememberAll([
    { content: 'A salary is paid on Mondays', project },
    { content: 'We deploy with Kamal', project },
  ]);
  expect(outcomes.map(({ action }) => action)).toEqual(['refused', 'added']);
  const { saved, refused } = await memory
    .for({ project })
    .recall('Remember this: my salary is 90,000. Remember this: the archive is in Berlin');
  expect(contents(saved.map((one) => one.memory))).toEqual([expect.stringContaining('BERLIN')]);
  expect(refused).toMatchObject([{ reason: 'the host does not store it (beforeStore)' }]);
});

it('changes and refuses what is extracted and imported', async () => {
  const { beforeStore, asked } = rules();
  const memory = await world.openMemory({ beforeStore, users: 'many' });
  const alice = memory.as('alice');
  const chat = alice.for({ project, session: 'monday' });
  await alice.sessions.open({ id: chat.sessionId, project, agent: 'agent' });
  for (const text of ['My salary is 90,000 dollars', 'I live in Berlin']) {
    await alice.sessions.append({ id: chat.sessionId, project, agent: 'agent' }, [
      { role: 'user', content: text },
    ]);
  }
  await chat.end({ now: true });
  const files = [
    { path: 'memories.json', text: JSON.stringify(['Was born in Berlin', 'Has a high salary']) },
  ];
  await alice.imports.run(files, { project: null });
  await memory.jobs.drain();
  const stored = contents(await alice.memories.list());
  expect(stored.filter((content) => content.includes('BERLIN'))).toHaveLength(2);
  expect(stored.join()).not.toMatch(/salary|Berlin/);
  expect(new Set(asked.map(({ user }) => user))).toEqual(new Set(['alice']));
  expect(JSON.stringify(await alice.jobs.list({}))).toContain('the host does not store it (beforeStore)');
  expect((await alice.search({ text: 'BERLIN', project })).hits).not.toEqual([]);
});

it('redacts what the host returns, and stores nothing if it throws or answers in another form', async () => {
  const secret = 'sk-proj-4f9aK2mQ8xZ1bC7dE3gH5jL6nP0rS2tU4vW6yA8B';
  let answer: BeforeStore = () => ({
    content: `The staging database listens on 6543, and its key is ${secret}`,
    title: null,
  });
  const memory = await world.openMemory({ beforeStore: (proposed) => answer(proposed) });
  const { memory: stored } = await memory.remember({ content: 'a', project, title: 'b' });
  expect(stored.title).toBeNull();
  expect(await world.everyRow()).not.toContain(secret);
  const remember = () => memory.remember({ content: 'c', project });
  answer = () => {
    throw new Error('the host fails');
  };
  await expect(remember()).rejects.toThrow('the host fails');
  for (const one of ['{ "namespace": "devai/user" }', '{ "content": " " }', '"yes"']) {
    answer = () => JSON.parse(one);
    await expect(remember()).rejects.toMatchObject({ code: 'invalid_input' });
  }
  expect(await memory.memories.list({ project })).toHaveLength(1);
});
