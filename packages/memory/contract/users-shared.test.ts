import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { contextProfiles } from '../src/index.ts';
import type { Memory } from '../src/memory.ts';
import { createStore } from '../src/store/store.ts';
import { linesOf } from '../testing/lines-of.ts';
import { daysAfter, openWorld, project, secondsAfter } from '../testing/open-world.ts';
import { testDatabases } from './test-database.ts';

const secret = 'xylophone';

describe.each(testDatabases())('users who share a project on $name', (testDatabase) => {
  const world = openWorld(testDatabase);
  let memory: Memory;
  beforeEach(async () => {
    memory = await world.openMemory({ users: 'many' });
  });
  const of = (user: string) => memory.as(user);

  /** A memory of the project with a quote of alice in its evidence. */
  async function told() {
    const sessionId = await say('alice', `We deploy with Kamal, says the ${secret}`);
    const { memory: stored } = await of('alice').remember({
      content: 'The shop is deployed with Kamal',
      project,
      namespace: `devai/project/${project}/decisions`,
      sessionId,
    });
    const evidence = [{ sessionId, messages: [1], quote: `Kamal, says the ${secret}` }];
    await world.query('update public.devai_memories set evidence = $1 where id = $2', [
      JSON.stringify(evidence),
      stored.id,
    ]);
    return { id: stored.id, sessionId };
  }

  async function say(user: string, text: string, more: object = {}) {
    const session = { id: randomUUID(), project, agent: 'chapo' };
    await of(user).sessions.open({ ...session, ...more });
    await of(user).sessions.append(session, [{ role: 'user', content: text }]);
    return session.id;
  }

  async function keepContext(user: string, sessionId: string, text: string) {
    const { contexts } = of(user);
    const reading = { sessionId, project, profile: contextProfiles.cache, budget: 50_000 };
    const { sections, profile, hidden } = await contexts.gather({ ...reading, text, before: [] });
    const context = await contexts.assemble({ profile, budget: 50_000, sections, conversation: [], hidden });
    await contexts.keep(context, { id: randomUUID(), sessionId, project, model: 'm', end: 'reply' });
    await contexts.flush();
  }

  it('shows no quote to who takes a memory of the project for themselves', async () => {
    const { id } = await told();
    await world.setNow(secondsAfter(60));
    const moved = await of('bob').memories.update(id, { namespace: 'devai/user/notes' }, 'mine', {
      kind: 'user',
      id: null,
    });
    await world.setNow(secondsAfter(120));
    const seen = [
      moved,
      await of('bob').memories.get(id),
      await of('bob').memories.history(id),
      await of('bob').memories.list({ filter: { asOf: secondsAfter(30) } }),
      await of('bob').recall({ text: 'How is the shop deployed?', project }),
    ];
    expect(JSON.stringify(seen)).toContain('Kamal');
    expect(JSON.stringify(seen)).not.toContain(secret);
  });

  it('shows nothing of a memory from before its user gave it to the project', async () => {
    const { memory: stored } = await of('alice').remember({
      content: `My salary is ${secret}`,
      project,
      about: 'user',
    });
    await world.setNow(secondsAfter(60));
    const namespace = `devai/project/${project}/decisions`;
    await of('alice').memories.update(stored.id, { content: 'We use Kamal', namespace }, 'for all');
    await world.setNow(secondsAfter(120));
    const asOf = secondsAfter(30);
    const seen = [
      await of('bob').memories.get(stored.id),
      await of('bob').memories.history(stored.id),
      await of('bob').memories.list({ filter: { asOf } }),
      (await of('bob').search({ text: 'salary Kamal', project, asOf })).hits,
      await of('bob')
        .memories.undo(stored.id, 'back')
        .catch((error: unknown) => error),
    ];
    expect(JSON.stringify(seen)).toContain('We use Kamal');
    expect(JSON.stringify(seen)).not.toContain(secret);
    expect(JSON.stringify(await of('alice').memories.history(stored.id))).toContain(secret);
  });

  it('shows no quote from a session that is not in the store', async () => {
    const { id } = await told();
    await world.query('update public.devai_memories set evidence = $1 where id = $2', [
      JSON.stringify([{ sessionId: randomUUID(), messages: [1], quote: secret }]),
      id,
    ]);
    expect(await of('bob').memories.get(id)).toMatchObject({ evidence: [{ quote: '' }] });
    expect(await of('me').memories.get(id)).toMatchObject({ evidence: [{ quote: secret }] });
  });

  it('tells who said something nothing of what another made of it for themselves', async () => {
    const { id } = await told();
    for (const content of [`I met the ${secret}`, 'I met somebody']) {
      await of('bob').memories.update(id, { content, namespace: 'devai/user/notes' }, 'mine');
    }
    const { said } = await of('alice').recall({ text: 'How do we deploy with Kamal?', project });
    expect(said).toMatchObject([{ message: { content: expect.stringContaining('Kamal') } }]);
    expect(JSON.stringify(said.map(({ superseded }) => superseded))).not.toContain('I met');
  });

  it('notes topics for who works on them', async () => {
    const touch = (user: string) =>
      createStore(world.database, user).touchTopic(
        {
          ...{ project, topic: `${secret} of ${user}`, parentTopic: null, filePaths: [], directories: [] },
          sessionId: null,
        },
        { maximumPaths: 5, limit: 10 },
      );
    await touch('alice');
    await touch('bob');
    const topics = async (user: string) => (await of(user).focus.list(project)).map(({ topic }) => topic);
    expect(await topics('alice')).toEqual([`${secret} of alice`]);
    expect(await topics('bob')).toEqual([`${secret} of bob`]);
    expect(await topics('me')).toEqual([]);
  });

  it('makes no session a task of another user, which would be deleted with it', async () => {
    const id = await say('alice', 'hello');
    const parent = { session: id, turn: randomUUID(), call: 'c1' };
    await expect(say('bob', 'hi', { parent })).rejects.toMatchObject({ code: 'not_found' });
    const task = await say('bob', 'hi');
    await world.query(
      'update public.devai_sessions set parent_session = $1, parent_turn = $1, parent_call = $3 where id = $2',
      [id, task, 'c1'],
    );
    await of('alice').sessions.delete(id);
    expect(await of('bob').sessions.get(task)).toMatchObject({ messageCount: 1 });
  });

  it('shares nothing under a session of another user', async () => {
    const sessionId = await say('alice', 'hello');
    await expect(
      of('bob').shared.publish('plan', 'x', { project, agent: 'chapo', sessionId }),
    ).rejects.toMatchObject({ code: 'not_found' });
    await of('alice').sessions.delete(sessionId);
  });

  it('files with the user what is of no project, whoever files it', async () => {
    const { memory: stored } = await of('alice').remember({ content: `The code is ${secret}` });
    expect(stored.namespace).toMatch(/^devai\/user/);
    const saved: string[] = [];
    of('alice').onEvent((event) => void (event.type === 'memory_saved' && saved.push(event.namespace)));
    const chat = memory.for({ user: 'alice' });
    await chat.recall(`We decided to paint the fence ${secret} green.`);
    await chat.replied('Fine.');
    await chat.end({ now: true });
    await memory.jobs.drain();
    expect(saved).toEqual([expect.stringMatching(/^devai\/user/)]);
    const own = await of('alice').memories.list();
    expect(own.length).toBeGreaterThan(1);
    expect(own.map(({ namespace }) => namespace.split('/')[1])).toEqual(own.map(() => 'user'));
    expect(await of('bob').memories.list()).toEqual([]);
  });

  it('lets nobody erase memories of a project by forgetting their own with the same text', async () => {
    const text = 'The shop is deployed with Kamal';
    const { id } = await told();
    const { memory: own } = await of('bob').remember({ content: text, about: 'user' });
    await of('bob').memories.forget(own.id);
    expect(await of('alice').memories.get(id)).toMatchObject({ content: text });
    const { memory: global } = await of('bob').remember({ content: text, namespace: 'devai/global/tips' });
    await of('bob').memories.forget(global.id);
    expect(await of('alice').memories.get(id)).toMatchObject({ content: text });
  });

  it('forgets a memory of the project for all, and leaves the messages of who told it', async () => {
    const { id, sessionId } = await told();
    const texts = async () => (await of('alice').sessions.messages(sessionId)).map(({ content }) => content);
    const before = await texts();
    await of('bob').memories.forget(id, { messages: true });
    expect(await of('alice').memories.get(id)).toBeNull();
    expect(await of('bob').memories.get(id)).toBeNull();
    expect(await texts()).toEqual(before);
    expect(await of('alice').findIds('forgotten', id.slice(0, 8), 5)).toHaveLength(1);
  });

  it('forgets a memory of the project in the contexts of all', async () => {
    const { id } = await told();
    await of('alice').memories.update(id, { content: 'The shop is deployed with Quibblefish' }, 'renamed');
    for (const user of ['alice', 'bob']) {
      const sessionId = await say(user, 'How is the shop deployed?');
      await keepContext(user, sessionId, 'How is the shop deployed?');
    }
    expect(await world.placesOf('Quibblefish')).toContain('context_parts.content');
    await of('bob').memories.forget(id);
    expect(await world.placesOf('Quibblefish')).toEqual([]);
  });

  it('leaves the memory of one user when another forgets the same', async () => {
    const content = 'My favourite colour is teal';
    const kept = await of('alice').remember({ content, about: 'user' });
    const gone = await of('bob').remember({ content, about: 'user' });
    expect(kept.memory.id).not.toBe(gone.memory.id);
    await of('bob').memories.forget(gone.memory.id);
    expect(await of('alice').memories.get(kept.memory.id)).toMatchObject({ content });
    expect(await of('alice').findIds('forgotten', '', 50)).toEqual([]);
    expect(await of('alice').memories.history(gone.memory.id)).toEqual([]);
  });

  it('tells no other user what the memories of a session cost', async () => {
    const { sessionId } = await told();
    await world.query(
      `update public.devai_memory_events set actor_kind = 'job', actor_id = gen_random_uuid()::text where action = 'added'`,
    );
    expect((await of('alice').stats({ sessionId })).memoryCosts).toHaveLength(1);
    expect((await of('bob').stats({ sessionId })).memoryCosts).toEqual([]);
  });

  it('forgets in a copy what a user forgot, and deletes the session that they deleted', async () => {
    const { memory: stored } = await of('alice').remember({ content: `My word is ${secret}`, about: 'user' });
    const sessionId = await say('alice', `the ${secret}`);
    const before = await linesOf(memory.transfer.export());
    await world.setNow(daysAfter(1));
    await of('alice').memories.forget(stored.id);
    await of('alice').sessions.delete(sessionId);
    const after = await linesOf(memory.transfer.export());

    const second = await testDatabase.open();
    const copy = await world.openMemory({ database: second.lend(), users: 'many' });
    await copy.transfer.import(before);
    expect(await copy.as('alice').memories.get(stored.id)).not.toBeNull();
    expect(await copy.as('bob').memories.get(stored.id)).toBeNull();
    await copy.transfer.import(after);
    expect(await copy.as('alice').memories.get(stored.id)).toBeNull();
    expect(await copy.as('alice').sessions.get(sessionId)).toBeNull();
    expect(await copy.as('bob').findIds('forgotten', '', 50)).toEqual([]);
    await copy.close();
    await second.close();
  });

  it('erases with a user what a memory of the project said while it was theirs', async () => {
    const { memory: stored } = await of('alice').remember({ content: `I earn ${secret}`, about: 'user' });
    const namespace = `devai/project/${project}/decisions`;
    await of('alice').memories.update(stored.id, { content: 'We use Kamal', namespace }, `no ${secret}`);
    await memory.users.erase('alice');
    expect(await of('bob').memories.get(stored.id)).toMatchObject({ content: 'We use Kamal' });
    expect(await world.placesOf(secret)).toEqual([]);
  });

  it('deletes a session of one user whole, also from what others were shown', async () => {
    const { sessionId } = await told();
    await of('alice').sessions.setState(sessionId, 'word', secret);
    await of('alice').sessions.update(sessionId, { name: `All about ${secret}` });
    await of('alice').shared.publish('word', secret, { project, agent: 'chapo', sessionId });
    await of('alice').sessions.end(sessionId, { now: true });
    expect(await world.placesOf(secret)).not.toEqual([]);
    await of('alice').sessions.delete(sessionId);
    expect(await world.placesOf(secret)).toEqual([]);
  });
});
