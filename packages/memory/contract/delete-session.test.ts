import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { contextProfiles, type Memory } from '../src/index.ts';
import type { NewMessage } from '../src/types.ts';
import { sampleStatement } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';
import { openWorld } from '../testing/open-world.ts';
import { message } from '../testing/message.ts';
import { linesOf } from '../testing/lines-of.ts';

const secret = 'Our secret word is xylophone';

describe.each(testDatabases())('deleting a session on $name', (testDatabase) => {
  const world = openWorld(testDatabase);
  let memory: Memory;
  beforeEach(async () => {
    memory = await world.openMemory();
  });

  it('erases all that was said in it, in the tasks that it delegated and in quotes elsewhere; memories stay without quotes', async () => {
    const session = await begin(secret);
    const task = { session: session.id, turn: randomUUID(), call: 'c1' };
    const child = await begin('Look for the xylophone', { parent: task });
    await memory.sessions.setState(session.id, 'word', 'xylophone');
    await memory.sessions.update(session.id, { name: 'Xylophones: xylophone' });
    await memory.shared.publish('word', 'xylophone', {
      project: 'shop',
      agent: 'chapo',
      sessionId: session.id,
    });
    await memory.sessions.end(session.id, { now: true });
    await world.add('The user likes music', {
      namespace: 'devai/user/preferences',
      sessionId: session.id,
      evidence: [{ sessionId: session.id, messages: [1], quote: 'xylophone' }],
    });
    await setGist(session, 'All about the xylophone');
    const other = await begin('The other says quixotic');
    const { asking, shown, contextId } = await quoteElsewhere();
    expect(shown).toContain(`${session.id}/1`);
    expect((await world.everyRow()).match(/xylophone/gi)?.length).toBeGreaterThan(6);
    const forgottenBefore = await memory.memories.countForgotten();
    const events: string[] = [];
    memory.onEvent(({ type }) => void events.push(type));

    expect(await memory.sessions.delete(session.id)).toEqual({
      messages: 2,
      sessionIds: expect.arrayContaining([session.id, child.id]),
      memories: [{ id: expect.any(String), content: 'The user likes music', isValid: true }],
    });
    const left = await world.everyRow();
    expect(left.toLowerCase()).not.toContain('xylophone');
    expect(left).toContain('quixotic');
    for (const { id } of [session, child]) expect(await memory.sessions.get(id)).toBeNull();
    expect(await memory.sessions.get(other.id)).toMatchObject({ messageCount: 1 });
    const [, reply] = await memory.sessions.messages(asking.id);
    expect(reply?.content).toContain('It is a fine word.');
    expect((await memory.contexts.get(contextId)).missing).not.toEqual([]);
    const [kept] = await memory.memories.list({ project: 'shop' });
    expect(kept).toMatchObject({ content: 'The user likes music', evidence: [], sessionId: null });
    expect(await memory.memories.countForgotten()).toBeGreaterThan(forgottenBefore);
    expect(events).toContain('session_deleted');
    await expect(memory.sessions.delete(session.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('erases its gist from the contexts of sessions that showed nothing else of it', async () => {
    const session = await begin('Let us talk.');
    await setGist(session, 'All about the xylophone');
    const asking = await begin('How is the weather?');
    await keepContext(asking, 'How is the weather?');
    expect((await world.everyRow()).split('All about the xylophone')).toHaveLength(3);
    await memory.sessions.delete(session.id);
    expect(await world.everyRow()).not.toContain('xylophone');
  });

  it('cannot be undone by an import, and is repeated in a store that imports the deletion', async () => {
    const session = await begin(secret);
    const task = { session: session.id, turn: randomUUID(), call: 'c1' };
    await begin('Look for the xylophone', { parent: task });
    const before = await exported();
    await memory.sessions.delete(session.id);
    const after = await exported();
    expect(await memory.transfer.import(before)).toMatchObject({
      session: { added: 0 },
      message: { added: 0 },
    });
    expect(await world.everyRow()).not.toContain('xylophone');

    const second = await testDatabase.open();
    const copy = await world.openMemory({ database: second.lend() });
    await copy.transfer.import(before);
    expect(await copy.sessions.list({ children: true })).toHaveLength(2);
    await copy.transfer.import(after);
    expect(await copy.sessions.list({ children: true })).toEqual([]);
    await copy.close();
    await second.close();
  });

  it('waits for no turn: it is refused while one runs, and erases nothing then', async () => {
    const session = await begin(secret);
    await quoteElsewhere();
    const before = await world.everyRow();
    await memory.sessions.append(session, [message('and now?')], { turn: { holder: 'me', is: 'beginning' } });
    await expect(memory.sessions.delete(session.id)).rejects.toMatchObject({ code: 'session_busy' });
    expect(await memory.sessions.messages(session.id)).toHaveLength(2);
    expect((await world.everyRow()).split('xylophone')).toHaveLength(before.split('xylophone').length);
    await memory.sessions.append(session, [], { turn: { holder: 'me', is: 'ending' } });
    expect(await memory.sessions.delete(session.id)).toMatchObject({
      messages: 2,
      memories: [],
    });
  });

  it('makes no earlier shared value the current one', async () => {
    const [first, second] = [await begin('one'), await begin('two')];
    for (const [value, { id: sessionId }] of [
      ['red', first],
      ['green', second],
    ] as const) {
      await memory.shared.publish('deploy', value, { project: 'shop', agent: 'chapo', sessionId });
    }
    await memory.sessions.delete(second.id);
    expect(await memory.shared.get('deploy', { project: 'shop' })).toBeNull();
  });

  it('works beside messages whose metadata a host filled with anything', async () => {
    const session = await begin(secret);
    for (const recalled of ['x', null, { a: 1 }, [7, `${session.id}/abc`, `${session.id}/99`]]) {
      await say(await begin('hello'), 'hm', { role: 'assistant', metadata: { recalled } });
    }
    expect(await memory.sessions.delete(session.id)).toMatchObject({ messages: 1 });
  });

  it('leaves nothing to the candidates that were taken from it and still wait', async () => {
    const session = await begin(secret);
    const candidate = sampleStatement('The word is xylophone', {
      namespace: 'devai/project/shop/facts',
      evidence: [{ sessionId: session.id, messages: [1], quote: secret }],
    });
    const job = { kind: 'deduplicate', key: 'late', delaySeconds: 0 } as const;
    await memory.sessions.delete(session.id);
    await world.store.enqueueJob({ ...job, payload: { sessionId: session.id, candidates: [candidate] } });
    await memory.jobs.drain();
    expect(await world.everyRow()).not.toContain('xylophone');
    expect((await memory.jobs.list({})).map(({ status }) => status)).toEqual(['done']);
  });

  it('is done once by two at the same time, and a job that was reading it stores nothing', async () => {
    const session = await begin('Remember that the port is 5433');
    await memory.sessions.end(session.id, { now: true });
    const results = await Promise.allSettled([
      memory.sessions.delete(session.id),
      memory.sessions.delete(session.id),
      memory.jobs.drain(),
    ]);
    expect(results.slice(0, 2).filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await memory.jobs.drain();
    expect(await memory.sessions.get(session.id)).toBeNull();
    for (const one of await memory.memories.list({ project: 'shop' })) {
      expect(one).toMatchObject({ evidence: [], sessionId: null });
    }
  });

  function identity() {
    return { id: randomUUID(), project: 'shop', agent: 'chapo' };
  }

  type Identity = ReturnType<typeof identity>;

  function say(session: Identity, content: string, more: Partial<NewMessage> = {}) {
    return memory.sessions.append(session, [message(content, more)]);
  }

  async function begin(
    content: string,
    more: { parent?: { session: string; turn: string; call: string } } = {},
  ) {
    const session = identity();
    await memory.sessions.open({ ...session, ...more });
    await say(session, content);
    return session;
  }

  function setGist(session: Identity, text: string) {
    return world.query('select public.devai__set_gist($1, $2)', [
      session.id,
      JSON.stringify({ before: null, name: null, text, words: [] }),
    ]);
  }

  /** Stores the context that the first message of a session gets. */
  async function keepContext(asking: Identity, question: string) {
    const { sections, profile, hidden, shown } = await memory.contexts.gather({
      sessionId: asking.id,
      project: 'shop',
      text: question,
      before: [],
      profile: contextProfiles.cache,
      budget: 50_000,
    });
    const context = await memory.contexts.assemble({
      profile,
      budget: 50_000,
      sections,
      conversation: [],
      hidden,
    });
    const sent = {
      id: randomUUID(),
      sessionId: asking.id,
      project: 'shop',
      model: 'm',
      end: 'reply',
    } as const;
    await memory.contexts.keep(context, sent);
    await memory.contexts.flush();
    return { shown, contextId: sent.id };
  }

  /** Asks in another session, which stores what the prompt showed, and quotes the secret. */
  async function quoteElsewhere() {
    const question = 'What is our secret word?';
    const asking = await begin(question);
    const { shown, contextId } = await keepContext(asking, question);
    await say(asking, `You said: "${secret}". It is a fine word.`, {
      role: 'assistant',
      metadata: { recalled: shown },
    });
    return { asking, shown, contextId };
  }

  function exported() {
    return linesOf(memory.transfer.export());
  }
});
