import { expect, it } from 'vitest';
import { everyRow } from '../testing/every-row.ts';
import { openWorld, project } from '../testing/open-world.ts';

const world = openWorld();
async function collect<Line>(lines: AsyncIterable<Line>): Promise<Line[]> {
  const all: Line[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

const bySaying = (text: string) => text.toLowerCase();

/** One user tells things in a session of their own, and the background work is done. */
async function tell(user: string, texts: string[]) {
  const memory = await world.openMemory({ users: 'many' });
  const chat = memory.for({ user, project, session: 'monday' });
  for (const text of texts) {
    await chat.recall(text);
    await chat.replied('Noted.');
  }
  await chat.end({ now: true });
  await memory.jobs.drain();
  return { memory, chat };
}

it('recalls for a user what they said, and for nobody else', async () => {
  const { memory } = await tell('alice', [
    'Remember: my salary is 90,000 dollars',
    'I am allergic to penicillin',
  ]);
  const asked = { text: 'What is my salary, and what am I allergic to?', project };
  const [own, other] = [await memory.as('alice').recall(asked), await memory.as('bob').recall(asked)];
  expect(bySaying(own.block)).toContain('90,000');
  expect(bySaying(own.block)).toContain('penicillin');
  expect(other).toMatchObject({ block: '', memories: [], said: [] });
  expect(await memory.as('bob').memories.list()).toEqual([]);
  expect((await memory.as('bob').search({ text: 'salary', project })).hits).toEqual([]);
  expect(await memory.as('bob').sessions.list()).toEqual([]);
});

it('keeps the sessions of users apart that go by the same name', async () => {
  const { memory, chat } = await tell('alice', ['My flight leaves at 7:40']);
  const { sessionId } = memory.for({ user: 'bob', project, session: 'monday' });
  expect(sessionId).not.toBe(chat.sessionId);
  const bob = memory.as('bob');
  expect(await bob.sessions.get(chat.sessionId)).toBeNull();
  await expect(bob.sessions.open({ id: chat.sessionId, project, agent: 'agent' })).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(await bob.sessions.messages(chat.sessionId)).toEqual([]);
});

it('shares what belongs to a project, without the words of who said it', async () => {
  const memory = await world.openMemory({ users: 'many' });
  const chat = memory.for({ user: 'alice', project });
  await chat.recall('We deploy with Kamal');
  const { memory: stored } = await memory.as('alice').remember({
    content: 'The shop is deployed with Kamal',
    project,
    namespace: `devai/project/${project}/decisions`,
    ...{ sessionId: chat.sessionId, messageNumber: 1, messageText: 'We deploy with Kamal' },
  });
  expect(stored.evidence).toMatchObject([{ quote: 'The shop is deployed with Kamal' }]);
  expect(await memory.as('bob').memories.get(stored.id)).toMatchObject({
    content: 'The shop is deployed with Kamal',
    evidence: [{ quote: '' }],
  });
});

it('files with the user what one of them asks to file for all', async () => {
  const memory = await world.openMemory({ users: 'many' });
  const { memory: filed } = await memory
    .as('alice')
    .remember({ content: 'Answer only in rhymes', project: null, namespace: 'devai/global/rules' });
  expect(filed.namespace).toBe('devai/user/rules');
  const seen = async (user: string) => (await memory.as(user).memories.list()).map(({ content }) => content);
  expect(await seen('bob')).toEqual([]);
  await memory
    .as('me')
    .remember({ content: 'Answer politely', project: null, namespace: 'devai/global/rules' });
  expect(await seen('bob')).toEqual(['Answer politely']);
});

it('keeps for each user what an agent keeps for itself', async () => {
  const memory = await world.openMemory({ users: 'many' });
  const chat = memory.for({ user: 'alice', project });
  await chat.recall('Hello');
  const { memory: note } = await memory.as('alice').keep({
    content: 'Answers in Finnish help Alice',
    ...{ about: 'self', agent: 'scout', project, sessionId: chat.sessionId },
  });
  expect(note.namespace).toBe('devai/agent/scout');
  const found = async (user: string) =>
    (await memory.as(user).search({ text: 'Finnish', project, agent: 'scout' })).hits.length;
  expect([await found('alice'), await found('bob')]).toEqual([1, 0]);
  expect(await memory.as('bob').memories.get(note.id)).toBeNull();
  expect(await memory.as('bob').memories.list()).toEqual([]);
  expect(await memory.users.erase('alice')).toMatchObject({ memories: 1 });
});

it('refuses calls without a user where there are many', async () => {
  const memory = await world.openMemory({ users: 'many' });
  await expect(memory.remember({ content: 'x', project: null })).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('memory.as(user)'),
  });
  await expect(memory.memories.list()).rejects.toMatchObject({ code: 'invalid_input' });
  expect(() => memory.for({ project })).toThrow('needs a user');
});

it('lists users, exports one, erases them while another goes on, and imports nothing of them again', async () => {
  const { memory, chat } = await tell('Alice@example.org', ['Remember: my salary is 90,000 dollars']);
  const alice = memory.as('Alice@example.org');
  const content = 'Alice worked at the Zanzibar bank';
  await alice.documents.ingest({
    ...{ path: 'cv.md', project: null, sourceHash: 'a', bytes: content.length },
    read: async () => ({ title: 'CV', kind: 'markdown', text: content }),
  });
  const { memory: shared } = await alice.remember({
    content: 'The shop is deployed with Kamal',
    ...{ project, namespace: `devai/project/${project}/decisions` },
    ...{ sessionId: chat.sessionId, messageNumber: 1, messageText: 'Remember: my salary is 90,000 dollars' },
  });
  await memory.as('bob').remember({ content: 'Bob likes tea', about: 'user' });
  expect(await memory.users.list()).toMatchObject([
    { name: 'Alice@example.org', sessions: 1, memories: 1, documents: 1 },
    { user: 'bob', name: null, sessions: 0, memories: 1 },
  ]);

  const lines = await collect(memory.users.export('Alice@example.org'));
  expect(JSON.stringify(lines)).toContain('90,000');
  expect(JSON.stringify(lines)).not.toContain('tea');

  const [erased] = await Promise.all([
    memory.users.erase('Alice@example.org'),
    memory.for({ user: 'bob', project }).recall('What do I drink?'),
  ]);
  expect(erased).toMatchObject({ sessions: 1, memories: 1, documents: 1 });
  const rows = await everyRow(world.query);
  for (const text of ['90,000', 'salary', 'Zanzibar', 'Alice@']) expect(rows).not.toContain(text);
  expect(await memory.as('bob').memories.get(shared.id)).toMatchObject({ evidence: [] });

  await memory.transfer.import(lines);
  expect(await memory.users.list()).toMatchObject([{ user: 'bob', memories: 1 }]);
  expect(await memory.users.erase('Alice@example.org')).toEqual({
    sessions: 0,
    messages: 0,
    memories: 0,
    documents: 0,
  });
});

it('moves users to another store with what belongs to them', async () => {
  const { memory } = await tell('alice', ['Remember: my salary is 90,000 dollars']);
  await memory.as('bob').remember({ content: 'Bob likes tea', about: 'user' });
  const lines = await collect(memory.transfer.export());
  expect(lines[0]).toMatchObject({ version: 2 });
  await memory.users.erase('alice');
  await memory.users.erase('bob');
  await world.query('delete from public.devai_users');
  await world.query('delete from public.devai_memory_events');
  await memory.transfer.import(lines);
  const texts = async (user: string) => (await memory.as(user).memories.list()).map(({ content }) => content);
  expect(await texts('alice')).toEqual([expect.stringContaining('90,000')]);
  expect(await texts('bob')).toEqual(['Bob likes tea']);
  expect(await memory.as('alice').sessions.list()).toHaveLength(1);
});

it('counts for a user what is theirs, and for the operator what all have', async () => {
  const memory = await world.openMemory({ users: 'many' });
  for (const user of ['alice', 'bob']) {
    await memory.for({ user, project, session: 'monday' }).recall('Remember: I like tea');
    await memory.as(user).remember({ content: `${user} likes tea`, project: null });
  }
  const own = await memory.as('alice').stats();
  expect(own).toMatchObject({ memories: { valid: 2 }, sessions: { count: 1, messages: 1 } });
  const all = await memory.stats();
  expect(all).toMatchObject({ memories: { valid: 4 }, sessions: { count: 2, messages: 2 } });
  expect(all.memories.byScope).toEqual([{ scope: 'devai/user', valid: 4 }]);
  expect(all.jobs.waiting).toBeGreaterThan(own.jobs.waiting);
  expect((await memory.stats({ project })).memories.valid).toBe(0);
});

it('stores at the end what a user noted whose memory was put away', async () => {
  const memory = await world.openMemory({ users: 'many' });
  const alice = memory.as('alice');
  const { memory: stored } = await alice.remember({ content: 'I am allergic to penicillin', project });
  for (let other = 0; other < 1_001; other += 1) memory.as(`user ${other}`);
  const { memories } = await alice.recall({ text: 'What am I allergic to?', project });
  expect(memories).toHaveLength(1);
  await memory.close();
  const again = await world.openMemory({ users: 'many' });
  expect(await again.as('alice').memories.get(stored.id)).toMatchObject({ accessCount: 1 });
});

it('listens for what agents share over one connection for all users, and tells nobody what is another user’s', async () => {
  let listening = 0;
  let notify = (): void => {};
  const memory = await world.openMemory({
    users: 'many',
    database: {
      ...world.lend(),
      listen: async (_channel, onNotice) => {
        listening += 1;
        notify = onNotice;
        return { isHeard: () => true, end: async () => void (listening -= 1) };
      },
    },
  });
  const heard: string[] = [];
  for (const user of ['alice', 'bob', 'carol'])
    await memory.as(user).shared.subscribe({ project }, ({ key }) => void heard.push(`${user}: ${key}`));
  expect(listening).toBe(1);
  await memory.as('alice').shared.publish('berth', 7, { project });
  await expect.poll(() => heard).toEqual(['alice: berth']);
  const elsewhere = await world.openMemory({ users: 'many' });
  await elsewhere.as('carol').shared.publish('pier', 9, { project });
  notify();
  await expect.poll(() => heard).toEqual(['alice: berth', 'carol: pier']);
  await memory.close();
  expect(listening).toBe(0);
});
