import { expect, it } from 'vitest';
import { previewedContext } from '@devai/fastify/protocol/context';
import { relevant } from '@devai/fastify/protocol/search';
import { turnRecall } from '@devai/fastify/protocol/session';
import { serveChat } from './serve-chat.ts';

/** A session ends one second after its last client left, so that the test does not wait half a minute. */
const world = serveChat('test', { options: { extraction: { endGrace: 1 } } });

const told = [
  "remember: I'm colour-blind",
  'remember: my daughter is called Mia',
  'remember: answer in German',
  'merk dir: ich bin Vegetarier',
  'จำไว้ว่า ผมแพ้ถั่ว',
  "remember: don't touch the migrations folder",
  'remember: commit messages in imperative mood please',
];

it('what the user told about themselves, their wishes and rules is in every prompt of a new session', async () => {
  const first = await world.connect();
  for (const text of told) await first.say(text);
  await first.close();

  const second = await world.connect();
  const { frames } = await second.say('fix the bug in parser.ts');
  const recalled = frames.find((frame) => frame.type === 'memory_recalled');
  expect(recalled?.memories.filter(({ injected }) => injected)).toEqual([]);
  expect(recalled?.standing.map(({ category, content }) => `${category}: ${content}`).toSorted()).toEqual([
    'preference: answer in German',
    "profile: I'm colour-blind",
    'profile: ich bin Vegetarier',
    'profile: my daughter is called Mia',
    'profile: ผมแพ้ถั่ว',
    'rule: commit messages in imperative mood please',
    "rule: don't touch the migrations folder",
  ]);
  const path = `/api/memory/sessions/${second.session.session}`;
  const why = await world.ask(turnRecall, `${path}/recall`);
  expect(why.memories).toEqual([]);
  expect(why.standing).toHaveLength(told.length);
  expect(why.standing[0]).toMatchObject({
    injected: true,
    reason: expect.stringMatching(/^in every prompt: /),
  });
  const sections = await sectionsOf('suggest a recipe');
  expect(sections.find(({ type }) => type === 'standing')).toMatchObject({
    zone: 'stable',
    items: expect.arrayContaining([
      expect.objectContaining({ text: '- The user said: "I\'m colour-blind"' }),
    ]),
  });
  // one that is excluded for the session is not in it
  const excluded = why.standing[0]?.id ?? '';
  await world.request(`${path}/memories`, { body: { excluded: [excluded] } });
  const after = (await sectionsOf('suggest a recipe')).find(({ type }) => type === 'standing');
  expect(after?.items).toHaveLength(told.length);
  expect(after?.items.map(({ id }) => id)).not.toContain(excluded);

  async function sectionsOf(text: string) {
    return (await world.ask(previewedContext, `${path}/context`, { body: { text } })).sections;
  }
});

it('a question about it is answered without a model', async () => {
  const first = await world.connect();
  await first.say('remember: my daughter is called Mia');
  await first.say('remember: my dog is called Rex');
  await first.close();
  const second = await world.connect();
  const { reply, frames } = await second.say('What is my daughter called?');
  expect(reply).toMatch(/^(?:- )?You said: "my daughter is called Mia"/);
  const recalled = frames.find((frame) => frame.type === 'memory_recalled');
  expect(recalled?.memories[0]).toMatchObject({ injected: true, content: 'my daughter is called Mia' });
  expect((await second.say('Who won the world cup in 1990?')).reply).not.toContain('Mia');
});

it('what is said in passing is in the prompts of later sessions, too, in other projects as well', async () => {
  const first = await world.connect();
  await first.say("Hi, I'm Anna. I'm allergic to peanuts and I'm tired today. Please answer in German.");
  await first.close();
  await expect
    .poll(
      async () => (await world.ask(relevant, '/api/memory/relevant?q=hello&project=other')).parts.standing,
      {
        timeout: 20_000,
      },
    )
    .toMatch(/I'm Anna[^]*answer in German/);
});

it('a host that only has HTTP gets it as a part of its own, and first in the block', async () => {
  await world.ask(relevant, '/api/memory/relevant?q=hello');
  const client = await world.connect();
  await client.say('remember: always run the linter');
  const { block, parts } = await world.ask(relevant, '/api/memory/relevant?q=suggest%20a%20recipe');
  expect(parts.standing).toContain('always run the linter');
  expect(block).toBe(parts.standing);
});
