import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../src/store/store.ts';
import { sampleMessage } from './sample-message.ts';
import { testDatabases } from './test-database.ts';
import { openWorld } from '../testing/open-world.ts';

const later = { idleSeconds: 1_800, every: 0 };

describe.each(testDatabases())('messages on $name', (testDatabase) => {
  const world = openWorld(testDatabase);
  const sessionId = randomUUID();
  beforeEach(async () => {
    await world.store.openSession({ id: sessionId, project: 'taskforge', agent: 'chapo', metadata: {} });
  });

  it('are numbered 1, 2, 3 over several calls and are returned as given', async () => {
    const first = sampleMessage('hello');
    const second = sampleMessage('', {
      role: 'assistant',
      type: 'tool_call',
      toolCalls: [{ id: 'call_1', name: 'read', arguments: '{"path":"a\\\\b"}' }],
      metadata: { recalled: ['x'], deep: { list: [1, null] } },
    });
    const third = sampleMessage('contents', {
      role: 'tool',
      type: 'tool_result',
      toolCallId: 'call_1',
      pinned: true,
    });
    await world.store.appendMessages(sessionId, [first], later);
    await world.store.appendMessages(sessionId, [second, third], later);

    const listed = await world.store.listMessages(sessionId, { after: 0, limit: 10 });
    expect(listed).toEqual(
      [first, second, third].map((message, index) => ({
        ...message,
        words: undefined,
        sessionId,
        project: 'taskforge',
        number: index + 1,
        marks: [],
      })),
    );
    expect(await world.store.listMessages(sessionId, { after: 1, limit: 1 })).toEqual([listed[1]]);
  });

  it('are pinned and unpinned, but not those of a tool', async () => {
    const call = { type: 'tool_call', role: 'assistant' } as const;
    const messages = [sampleMessage('a'), sampleMessage('b'), sampleMessage('', call)];
    await world.store.appendMessages(sessionId, messages, later);
    expect(await world.store.pinMessage(sessionId, 2, true)).toMatchObject({ number: 2, pinned: true });
    const pinned = async () =>
      (await world.store.listMessages(sessionId, { after: 0, limit: 10, pinnedOnly: true })).map(
        ({ content }) => content,
      );
    expect(await pinned()).toEqual(['b']);
    expect(await world.store.pinMessage(sessionId, 2, false)).toMatchObject({ pinned: false });
    expect(await pinned()).toEqual([]);
    await expect(world.store.pinMessage(sessionId, 3, true)).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(world.store.pinMessage(sessionId, 4, true)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('sent twice are stored once and keep their number', async () => {
    const [a, b, c] = [sampleMessage('a'), sampleMessage('b'), sampleMessage('c')];
    await world.store.appendMessages(sessionId, [a, b], later);
    const again = await world.store.appendMessages(sessionId, [b, c, c, a], later);

    expect(again.map(({ content, number, isNew }) => [content, number, isNew])).toEqual([
      ['b', 2, false],
      ['c', 3, true],
      ['c', 3, true],
      ['a', 1, false],
    ]);
    expect(await world.store.getSession(sessionId)).toMatchObject({ messageCount: 3, tokenCount: 21 });
  });

  it('with an id that has another text are refused with conflict, and nothing else in the call is stored', async () => {
    const first = sampleMessage('a');
    await world.store.appendMessages(sessionId, [first], later);
    const other = sampleMessage('another text', { id: first.id });
    await expect(
      world.store.appendMessages(sessionId, [sampleMessage('b'), other], later),
    ).rejects.toMatchObject({ code: 'conflict' });
    expect(await world.store.getSession(sessionId)).toMatchObject({ messageCount: 1 });
  });

  it('begin a turn that excludes other holders until it ends, is not renewed, or the only process restarts', async () => {
    const begin = (holder: string) =>
      world.store.appendMessages(sessionId, [sampleMessage(holder)], {
        ...later,
        turn: { holder, seconds: 30 },
      });
    const end = (holder: string) =>
      world.store.appendMessages(sessionId, [], { ...later, turn: { holder, seconds: 0 } });
    const busy = { code: 'session_busy', isRetryable: true };
    const now = new Date('2026-03-01T12:00:00Z');
    const after = (seconds: number) => world.setNow(new Date(now.getTime() + seconds * 1_000));
    await after(0);
    await begin('a');
    await begin('a');
    await expect(begin('b')).rejects.toMatchObject(busy);
    await end('b');
    await expect(begin('b')).rejects.toMatchObject(busy);
    await end('a');
    await begin('b');

    await after(29);
    expect(await world.store.renewTurn(sessionId, { holder: 'b', seconds: 30 })).toBe(true);
    await after(58);
    await expect(begin('a')).rejects.toMatchObject(busy);
    await after(59);
    await begin('a');
    expect(await world.store.renewTurn(sessionId, { holder: 'b', seconds: 30 })).toBe(false);
    await world.store.endOrphanedSessions(60);
    await begin('b');
    expect(await world.store.getSession(sessionId)).toMatchObject({ messageCount: 5 });
  });

  it('are refused with not_found for an unknown session, and with invalid_input for ids of another session', async () => {
    const message = sampleMessage('a');
    await world.store.appendMessages(sessionId, [message], later);
    const other = randomUUID();
    await expect(world.store.appendMessages(other, [message], later)).rejects.toMatchObject({
      code: 'not_found',
    });
    await world.store.openSession({ id: other, project: null, agent: 'chapo', metadata: {} });
    await expect(world.store.appendMessages(other, [message], later)).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect(await world.store.getSession(other)).toMatchObject({ messageCount: 0 });
  });

  it('are stored completely or not at all', async () => {
    const broken = sampleMessage('b', { id: 'not an id' });
    await expect(
      world.store.appendMessages(sessionId, [sampleMessage('a'), broken], later),
    ).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect(await world.store.listMessages(sessionId, { after: 0, limit: 10 })).toEqual([]);
  });

  it('may hold NUL characters, half surrogate pairs and words too long for an index', async () => {
    const message = sampleMessage('a\0b \ud83d c \\u0000 \\\\0 😀', {
      words: [
        '',
        'x'.repeat(3_000),
        "it's",
        'back\\slash',
        'nul\0',
        ...Array.from({ length: 6_000 }, (_, n) => `word${n}`),
      ],
      metadata: { 'key\0': 'value\udc00' },
      toolCalls: [{ id: '1', name: 'run', arguments: '\0' }],
    });
    const [stored] = await world.store.appendMessages(sessionId, [message], later);
    expect(stored?.content).toBe('a\ufffdb \ufffd c \\u0000 \\\\0 😀');
    expect(stored?.metadata).toEqual({ 'key\ufffd': 'value\ufffd' });

    const query = { project: 'taskforge', sessionId: null, since: null, until: null, limit: 5 };
    for (const word of ["it's", 'back\\slash', 'word7']) {
      expect(
        await world.store.searchMessages({ ...query, words: [word, '', 'x'.repeat(3_000)] }),
      ).toHaveLength(1);
    }
  });

  it.runIf(testDatabase.capabilities.concurrentConnections)(
    'of many writers at once are numbered without gaps and in each one’s order (two connections: a Postgres server)',
    async () => {
      await Promise.all(
        Array.from({ length: 8 }, async (_, writer) => {
          for (let step = 0; step < 5; step += 1) {
            const content = `${writer} ${step}`;
            const message = sampleMessage(content);
            // what a writer sends twice at once, as after a lost answer, counts once
            await Promise.all([1, 2].map(() => world.store.appendMessages(sessionId, [message], later)));
          }
        }),
      );
      const listed = await world.store.listMessages(sessionId, { after: 0, limit: 100 });
      expect(listed.map((message) => message.number)).toEqual(
        Array.from({ length: 40 }, (_, index) => index + 1),
      );
      for (let writer = 0; writer < 8; writer += 1) {
        const own = listed
          .map((message) => message.content)
          .filter((content) => content.startsWith(`${writer} `));
        expect(own).toEqual([0, 1, 2, 3, 4].map((step) => `${writer} ${step}`));
      }
      expect(await world.store.getSession(sessionId)).toMatchObject({ messageCount: 40, tokenCount: 280 });
    },
  );

  describe('searched by words', () => {
    const otherProject = randomUUID();
    const withoutProject = randomUUID();
    beforeEach(async () => {
      await world.store.openSession({ id: otherProject, project: 'task', agent: 'chapo', metadata: {} });
      await world.store.openSession({ id: withoutProject, project: null, agent: 'chapo', metadata: {} });
      await world.store.appendMessages(
        sessionId,
        [
          sampleMessage('deploy the api', at(1)),
          sampleMessage('deploy the web page', at(2)),
          sampleMessage('deploy again', at(3)),
        ],
        later,
      );
      await world.store.appendMessages(
        otherProject,
        [sampleMessage('deploy the api elsewhere', at(4))],
        later,
      );
      await world.store.appendMessages(
        withoutProject,
        [sampleMessage('deploy the api nowhere', at(5))],
        later,
      );
    });
    const query = { project: 'taskforge', sessionId: null, since: null, until: null, limit: 10 };

    it('are returned with the most matching words first, then the newest', async () => {
      expect(await contents({ words: ['deploy', 'api'] })).toEqual([
        'deploy the api',
        'deploy again',
        'deploy the web page',
      ]);
      expect(await contents({ words: ['deploy'], limit: 1 })).toEqual(['deploy again']);
    });

    it('never come from another project, nor from any project when none is named', async () => {
      expect(await contents({ words: ['elsewhere', 'nowhere'] })).toEqual([]);
      expect(await contents({ words: ['deploy'], project: null })).toEqual(['deploy the api nowhere']);
      expect(await contents({ words: ['deploy'], project: 'task%' })).toEqual([]);
    });

    it('are limited to a session and a time', async () => {
      expect(await contents({ words: ['deploy'], sessionId: otherProject })).toEqual([]);
      expect(
        await contents({
          words: ['deploy'],
          since: new Date(Date.UTC(2026, 2, 2)),
          until: new Date(Date.UTC(2026, 2, 3)),
        }),
      ).toEqual(['deploy the web page']);
    });

    it("are the user's, newest first, when no word is named", async () => {
      const all = await contents({ words: [] });
      expect(all.length).toBeGreaterThan(0);
      expect(await contents({ words: [], until: new Date(0) })).toEqual([]);
    });

    it('are not found without a matching word', async () => {
      expect(await contents({ words: ['absent', "';--", 'a | b', '!deploy', 'deplo:*'] })).toEqual([]);
    });

    async function contents(input: Partial<Parameters<Store['searchMessages']>[0]> & { words: string[] }) {
      return (await world.store.searchMessages({ ...query, ...input })).map(({ message }) => message.content);
    }
  });
});

function at(day: number) {
  return { createdAt: new Date(Date.UTC(2026, 2, day)) };
}
