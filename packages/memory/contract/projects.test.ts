import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Memory } from '../src/index.ts';
import type { PostedMessage } from '../src/sessions/posted-conversation.ts';
import { testDatabases } from './test-database.ts';
import { daysAfter, openWorld } from '../testing/open-world.ts';
import { linesOf } from '../testing/lines-of.ts';

describe.each(testDatabases())('projects on $name', (testDatabase) => {
  const world = openWorld(testDatabase);
  let memory: Memory;
  beforeEach(async () => {
    memory = await world.openMemory();
  });

  it('are listed if memories, sessions or documents name them, last active first', async () => {
    await say('shop', 'hello');
    await world.setNow(daysAfter(1));
    await say('TaskForge', 'hello');
    await memory.remember({ content: 'the port is 1', project: 'only-memories' });
    await memory.projects.save('Only Settings', { name: 'Mine', settings: { contextDays: 3 } });
    const all = await memory.projects.list();
    expect(all.slice(0, 2)).toMatchObject([
      { id: 'taskforge', name: 'taskforge', sessions: 1, memories: 0, lastActiveAt: daysAfter(1) },
      { id: 'shop', sessions: 1 },
    ]);
    expect(all.slice(2).map(({ name, memories }) => [name, memories])).toEqual([
      ['only-memories', 1],
      ['Mine', 0],
    ]);
  });

  it('are described, configured key by key, and archived', async () => {
    await memory.projects.save('shop', {
      description: 'the key is sk-proj-abcdefghijklmnopqrstuvwxyz0123456789',
      settings: { contextDays: 2 },
    });
    expect(await memory.projects.save('shop', { name: 'Tea' })).toMatchObject({
      settings: { contextDays: 2 },
    });
    const changed = await memory.projects.save('Shop', { settings: { contextDays: null }, archived: true });
    expect(changed).toMatchObject({ id: 'shop', name: 'Tea', settings: {} });
    expect(changed.description).not.toContain('sk-proj');
    expect(await memory.projects.list()).toEqual([]);
    expect(await memory.projects.list({ archived: true })).toHaveLength(1);
    expect((await memory.projects.save('shop', { archived: false })).archivedAt).toBeNull();
    await expect(memory.projects.get('nothing')).rejects.toMatchObject({ code: 'not_found' });
    await expect(memory.projects.save(' ', {})).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(memory.projects.save('shop', { name: 'x'.repeat(201) })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it.each([true, false])('are not made by archiving (%s) a name that nothing has', async (archived) => {
    await memory.projects.save('shop', {});
    await expect(memory.projects.save('Shpo', { archived, name: 'Tea' })).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('shpo'),
    });
    expect((await memory.projects.list({ archived: true })).map(({ id }) => id)).toEqual(['shop']);
    // what only memories name is there, although nobody described it
    await memory.remember({ content: 'the port is 1', project: 'only-memories' });
    expect(await memory.projects.save('only-memories', { archived })).toMatchObject({ memories: 1 });
  });

  it('may keep their contexts for fewer days than others', async () => {
    await world.setNow(daysAfter(0));
    for (const project of ['shop', 'other']) {
      const session = await say(project, 'hello');
      await world.query(
        `insert into public.devai_contexts (id, session_id, project, hash, tokens, budget, body, created_at)
         values (gen_random_uuid(), $1, $2, 'h', 1, 1, '{}', $3)`,
        [session, project, daysAfter(0)],
      );
    }
    await memory.projects.save('shop', { settings: { contextDays: 2 } });
    await world.setNow(daysAfter(1));
    expect(await memory.decay.run()).toMatchObject({ removedContexts: 0 });
    await world.setNow(daysAfter(3));
    expect(await memory.decay.run()).toMatchObject({ removedContexts: 1 });
    expect(await world.query('select project from public.devai_contexts')).toEqual([{ project: 'other' }]);
  });

  it('are erased completely, and nothing of others, if their name is given', async () => {
    const session = await say('shop', 'Our secret word is xylophone. I prefer purple bananas.');
    await say('shop-2', 'The other says quixotic');
    await memory.remember({ content: 'the word is xylophone', project: 'shop', sessionId: session });
    await world.add('The user prefers purple', {
      namespace: 'devai/user/preferences',
      sessionId: session,
      evidence: [{ sessionId: session, messages: [1], quote: 'xylophone and purple' }],
    });
    await memory.remember({ content: 'the other word is quixotic', project: 'shop-2' });
    await memory.documents.ingest({
      project: 'shop',
      path: 'notes.md',
      sourceHash: 'h',
      bytes: 9,
      read: async () => ({ kind: 'markdown', title: null, text: 'xylophone notes' }),
    });
    await memory.focus.edit('shop', [{ topic: 'xylophones', filePaths: [], directories: [] }]);
    await memory.projects.save('shop', { name: 'The Shop', description: 'xylophone trade' });
    await memory.sessions.setState(session, 'word', 'xylophone');
    const forgottenBefore = await memory.memories.countForgotten();
    const backup = await linesOf(memory.transfer.export());

    await expect(memory.projects.delete('shop', { confirm: 'yes' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect(await memory.projects.delete('shop', { confirm: 'The Shop' })).toEqual({
      memories: 1,
      sessions: 1,
      documents: 1,
    });
    const left = await world.everyRow();
    expect(left).not.toContain('xylophone');
    expect(left).toContain('quixotic');
    expect(left).toContain('The user prefers purple');
    expect(await memory.memories.countForgotten()).toBeGreaterThan(forgottenBefore);
    await expect(memory.projects.get('shop')).rejects.toMatchObject({ code: 'not_found' });
    expect(await memory.projects.get('shop-2')).toMatchObject({ memories: 1, sessions: 1 });
    // what an older export still has of it stays out
    const none = { added: 0 };
    expect(await memory.transfer.import(backup)).toMatchObject({
      memory: none,
      session: none,
      message: none,
    });
  });

  describe('a conversation that was held elsewhere', () => {
    const messages: PostedMessage[] = [
      { role: 'developer', content: 'Be brief.' },
      {
        role: 'user',
        content: [{ type: 'text', text: 'Remember that the port is 5433' }, { type: 'image_url' }],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'shell', arguments: '{"command":"ls"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'a.ts' },
      { role: 'user', content: 'ok' },
      { role: 'user', content: 'ok' },
    ];

    it('is stored and extracted once, however often it is posted', async () => {
      const first = await memory.sessions.extractFrom({ messages, project: 'shop' });
      const again = await memory.sessions.extractFrom({ messages, project: 'shop' });
      expect(first).toMatchObject({ stored: 6, job: { kind: 'extract' } });
      expect(again).toMatchObject({ stored: 0, session: { id: first.session.id, messageCount: 6 } });
      await memory.jobs.drain();
      expect(await memory.sessions.extractFrom({ messages, project: 'shop' })).toMatchObject({
        stored: 0,
        job: null,
      });
      expect(await memory.memories.list({ project: 'shop' })).toMatchObject([
        { content: 'the port is 5433' },
      ]);
      const stored = await memory.sessions.messages(first.session.id);
      expect(stored.map(({ role, type, content }) => [role, type, content])).toEqual([
        ['system', 'text', 'Be brief.'],
        ['user', 'text', 'Remember that the port is 5433\n(image_url)'],
        ['assistant', 'tool_call', ''],
        ['tool', 'tool_result', 'a.ts'],
        ['user', 'text', 'ok'],
        ['user', 'text', 'ok'],
      ]);
      const other = await memory.sessions.extractFrom({ messages, project: 'other' });
      expect(other.session.id).not.toBe(first.session.id);
    });

    it('goes on in its session when it is posted again with more messages', async () => {
      const post = (...contents: string[]) =>
        memory.sessions.extractFrom({
          project: 'shop',
          messages: contents.map((content, index) => ({
            role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
            content,
          })),
        });
      const first = await post('hi');
      const mine = await post('hi', 'hello', 'The deploy day is Friday.');
      const others = await post('hi', 'hello', 'The invoices are in CSV.');
      expect([mine.stored, others.stored]).toEqual([2, 3]);
      expect(mine.session.id).toBe(first.session.id);
      expect(others.session.id).not.toBe(first.session.id);
      const grown = await post('hi', 'hello', 'The invoices are in CSV.', 'noted', 'With semicolons.');
      expect(grown).toMatchObject({ stored: 2, session: { id: others.session.id, messageCount: 5 } });
      expect(await post('hi', 'hello', 'The deploy day is Friday.', 'ok')).toMatchObject({
        stored: 1,
        session: { id: mine.session.id, messageCount: 4 },
      });
      expect(await post('hi', 'hello')).toMatchObject({ stored: 0 });
      const edited = await post('hi', 'hello', 'The deploy day is Monday.');
      expect([mine.session.id, others.session.id]).not.toContain(edited.session.id);
    });

    it('keeps the times of its messages', async () => {
      const { session } = await memory.sessions.extractFrom({
        project: 'shop',
        messages: [{ role: 'user', content: 'I went to Paris last week', timestamp: '2023-05-24T10:00:00Z' }],
      });
      const [stored] = await memory.sessions.messages(session.id);
      expect(stored?.createdAt).toEqual(new Date('2023-05-24T10:00:00Z'));
      const unreadable = { role: 'user' as const, content: 'x', date: 'last week' };
      await expect(
        memory.sessions.extractFrom({ project: 'shop', messages: [unreadable] }),
      ).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringMatching(/date.*ISO 8601/s) });
    });

    it('continues in its session', async () => {
      const sessionId = randomUUID();
      await memory.sessions.extractFrom({ messages: messages.slice(0, 2), project: 'shop', sessionId });
      await memory.jobs.drain();
      const more = await memory.sessions.extractFrom({ messages, project: 'shop', sessionId });
      expect(more).toMatchObject({ stored: 4, session: { id: sessionId, messageCount: 6 } });
      await expect(
        memory.sessions.extractFrom({ messages, project: 'other', sessionId }),
      ).rejects.toMatchObject({
        code: 'conflict',
      });
    });
  });

  function say(project: string | null, content: string) {
    return world.say([content], { of: project });
  }
});
