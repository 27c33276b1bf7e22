import { expect, it } from 'vitest';
import { openWorld, project } from '../../testing/open-world.ts';

const world = openWorld();

it('keeps apart what another person says in the conversation, and says who said it', async () => {
  const memory = await world.openMemory();
  const chat = memory.for({ project, session: 'three of us' });
  await chat.recall("I'm a nurse from Leeds");
  await chat.recall('I am allergic to peanuts. Remember this: my locker is number 12.', {
    speaker: 'Bob\nSmith',
  });
  await chat.replied('Noted, Bob.');
  await chat.end({ now: true });
  await memory.jobs.drain();
  const contents = (await memory.memories.list()).map(({ content }) => content).join('\n');
  expect(contents).toContain('nurse');
  expect(contents).not.toMatch(/peanut|locker/);
  const { block } = await memory.recall({ text: 'Who is allergic to peanuts?', project });
  expect(block).toContain('Bob Smith said: "I am allergic to peanuts');
  expect(block).not.toContain('The user said: "I am allergic');
});

it('reads the names of a posted conversation: one that is not the user’s is another speaker', async () => {
  const memory = await world.openMemory({ users: 'many' });
  const said = [
    { role: 'user' as const, name: 'alice', content: 'I am a nurse' },
    { role: 'user' as const, name: 'Bob', content: 'I am a pilot' },
  ];
  const post = async (messages: { role: 'user'; name?: string; speaker?: string; content: string }[]) => {
    const { session } = await memory.as('alice').sessions.extractFrom({ project, messages });
    const stored = await memory.as('alice').sessions.messages(session.id);
    return stored.map(({ metadata }) => metadata['speaker']);
  };
  expect(await post(said)).toEqual([undefined, 'Bob']);
  // a client that gives its user a name always
  expect(await post([{ role: 'user', name: 'Alice Miller', content: 'I live in Leeds' }])).toEqual([
    undefined,
  ]);
  // one person of a group, whose messages come one by one
  expect(await post([{ role: 'user', speaker: ' Carol ', content: 'I am a diver' }])).toEqual(['Carol']);
});
