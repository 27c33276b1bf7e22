import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MemoryError } from '../errors.ts';
import { openWorld, project } from '../../testing/open-world.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const world = openWorld();

describe('a chat', () => {
  it('remembers in another session what was asked to be remembered, and stores both sides of a turn', async () => {
    const memory = await world.openMemory();
    const monday = memory.for({ project, session: 'monday' });
    const { prompt, saved, message } = await monday.recall(
      'remember this: the staging database listens on 6543',
    );
    expect(saved).toMatchObject([
      { action: 'added', memory: { content: 'the staging database listens on 6543' } },
    ]);
    expect(prompt).toBe('');
    await monday.replied('Noted.');
    await monday.end({ now: true });
    expect(message.number).toBe(1);
    expect(await memory.sessions.messages(monday.sessionId)).toMatchObject([
      { number: 1, role: 'user', type: 'text' },
      { number: 2, role: 'assistant', content: 'Noted.', metadata: { recalled: [] } },
    ]);

    const tuesday = memory.for({ project, session: 'tuesday' });
    const asked = await tuesday.recall('On which port does the staging database listen?');
    expect(asked.prompt).toContain('listens on 6543');
    await tuesday.replied('On 6543.');
    const [, reply] = await memory.sessions.messages(tuesday.sessionId);
    expect(reply?.metadata['recalled']).toContain(saved[0]?.memory.id);
    await tuesday.replied('Anything else?');
    const last = (await memory.sessions.messages(tuesday.sessionId)).at(-1);
    expect(last).toMatchObject({ content: 'Anything else?', metadata: { recalled: [] } });
  });

  it('goes on in the session of its name, in its project alone, with the subject of what was said before', async () => {
    const memory = await world.openMemory();
    await memory.remember({
      content: 'The staging database listens on 6543 because 5432 is taken.',
      project,
    });
    const first = memory.for({ project: 'TaskForge', session: 'Chat 42' });
    await first.recall('On which port does the staging database listen?');
    await first.replied('On 6543.');
    const again = memory.for({ project, session: 'Chat 42' });
    expect(again.sessionId).toBe(first.sessionId);
    expect((await again.recall('why?')).memories.filter(({ injected }) => injected)).toHaveLength(1);
    expect((await memory.sessions.messages(first.sessionId)).map(({ number }) => number)).toEqual([1, 2, 3]);
    const elsewhere = [
      memory.for({ session: 'Chat 42' }),
      memory.for({ project: 'other', session: 'Chat 42' }),
      memory.for({ project, session: 'chat 42' }),
      memory.for({ project }),
      memory.for({ project }),
    ].map(({ sessionId }) => sessionId);
    expect(new Set([...elsewhere, first.sessionId]).size).toBe(6);
    const id = randomUUID();
    expect(memory.for({ session: id.toUpperCase() }).sessionId).toBe(id);
  });

  it('stores a message that is sent twice once, and reads and writes nothing before the first', async () => {
    const memory = await world.openMemory();
    const chat = memory.for({ project });
    await chat.end();
    expect(await memory.sessions.get(chat.sessionId)).toBeNull();
    const [one, other] = await Promise.all([
      chat.recall('remember this: we ship on Fridays', { id: 'msg_1' }),
      chat.recall('remember this: we ship on Fridays', { id: 'msg_1' }),
    ]);
    expect([one.message.number, other.message.number]).toEqual([1, 1]);
    expect(await memory.memories.list({ project })).toHaveLength(1);
  });

  it('goes on while the store is away, and is stored when it is back', async () => {
    let isAway = true;
    const lent = world.lend();
    const database: typeof lent = {
      ...lent,
      async call(name, args) {
        if (isAway) throw new MemoryError('database_unavailable', 'away');
        return lent.call(name, args);
      },
    };
    isAway = false;
    const journal = { folder: await temporaryFolder(), processId: process.pid };
    const memory = await world.openMemory({ database, journal });
    isAway = true;
    const chat = memory.for({ project, session: 'monday' });
    const { message, degraded, prompt } = await chat.recall('remember this: we ship on Fridays');
    expect([message.number, degraded.length > 0, prompt.length > 0]).toEqual([null, true, true]);
    await chat.replied('Noted.');
    isAway = false;
    const { message: next } = await chat.recall('When do we ship?');
    expect(next.number).toBe(3);
    expect((await memory.sessions.messages(chat.sessionId)).map(({ content }) => content)).toEqual([
      'remember this: we ship on Fridays',
      'Noted.',
      'When do we ship?',
    ]);
    const without = await world.openMemory({ database });
    isAway = true;
    await expect(without.for({ project }).recall('hello')).rejects.toMatchObject({
      code: 'database_unavailable',
    });
  });

  it('searches and remembers in its project and session', async () => {
    const memory = await world.openMemory();
    const chat = memory.for({ project, agent: 'helper' });
    const { memory: stored } = await chat.remember('The invoices are sent on the third.');
    expect(stored).toMatchObject({ sessionId: chat.sessionId, namespace: expect.stringContaining(project) });
    const { hits } = await chat.search('When are the invoices sent?');
    expect(hits.map(({ memory: { id } }) => id)).toContain(stored.id);
    const { hits: others } = await memory.for({ project: 'other' }).search('When are the invoices sent?');
    expect(others).toEqual([]);
  });

  it.each([
    [{ session: '' }, 'session'],
    [{ session: 'x'.repeat(201) }, 'session'],
    [{ project: 7 }, 'project'],
    [{ user: ' ' }, 'user'],
    [{ users: 'alice' }, 'users'],
  ])('refuses %j', async (input, named) => {
    const memory = await world.openMemory();
    expect(() => Reflect.apply(memory.for, memory, [input])).toThrow(
      expect.objectContaining({ code: 'invalid_input', message: expect.stringContaining(named) }),
    );
  });

  it('refuses a text that is none, and stores nothing then', async () => {
    const memory = await world.openMemory();
    const chat = memory.for({ project });
    const recall = Reflect.apply(chat.recall, chat, [undefined]);
    await expect(recall).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await memory.sessions.messages(chat.sessionId)).toEqual([]);
  });
});
