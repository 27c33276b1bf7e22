import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { StoredCandidate } from '../src/store/memories.ts';
import { sampleMessage } from './sample-message.ts';
import { sampleStatement, sampleVector, usersWord } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';
import { daysAfter, openWorld, user } from '../testing/open-world.ts';

describe.each(testDatabases({ driverAtRisk: true }))('writing memories on $name', (testDatabase) => {
  const world = openWorld(testDatabase);

  describe('remember', () => {
    it('stores every field, and a job that deduplicates it', async () => {
      const session = randomUUID();
      const statement = sampleStatement('Deploys on ตลาด "Fridays" \\ 😀', {
        title: 'Deploys',
        vector: sampleVector(1),
        embeddingModel: 'm1',
        memoryType: 'procedural',
        category: 'plan',
        namespace: 'devai/project/taskforge/plans',
        source: 'user_stated',
        priority: 'highest',
        importance: 9,
        tags: ['a', 'b'],
        metadata: { place: 'x' },
        evidence: [{ sessionId: session, messages: [1, 2], quote: 'on Fridays' }],
        trust: 'user',
        sessionId: session,
      });
      const { memory, action } = await remember(statement);
      const { vector: _vector, words: _words, ...fields } = statement;
      expect(action).toBe('added');
      expect(memory).toMatchObject({ ...fields, strength: 1, accessCount: 0, pinned: false, isValid: true });
      expect(await world.get(statement.id)).toEqual(memory);
      expect(await world.store.listJobs({ status: 'waiting', limit: 10 })).toMatchObject([
        { kind: 'deduplicate', key: statement.id, payload: { memoryId: statement.id } },
      ]);
      expect(await world.store.listMemoryEvents(statement.id)).toMatchObject([
        { action: 'added', reason: 'said', actor: user, before: null, after: { content: statement.content } },
      ]);
    });

    it('strengthens a memory that already says the same, and keeps the higher priority and importance', async () => {
      const first = await world.add('port 8080', { priority: 'low', importance: 7 });
      await world.setNow(daysAfter(10));
      const again = await remember(sampleStatement('port 8080', { priority: 'high', importance: 3 }));
      expect(again).toMatchObject({
        action: 'known',
        memory: { id: first.id, priority: 'high', importance: 7, strength: 1 },
      });
      expect(again.memory.lastAccessedAt).toEqual(daysAfter(10));
      expect(await world.actions(first.id)).toEqual(['added', 'updated']);
      expect(
        (await world.store.listJobs({ status: null, limit: 10 })).map(({ kind }) => kind).toSorted(),
      ).toEqual(['deduplicate', 'embed']);
    });

    it('dates a memory by the user’s last statement of it, so that an older one that is extracted late does not end it', async () => {
      const said = async (content: string, day: number) => {
        const id = randomUUID();
        await world.store.openSession({ id, project: 'taskforge', agent: 'chapo', metadata: {} });
        const message = sampleMessage(content, { createdAt: daysAfter(day) });
        await world.store.appendMessages(id, [message], { idleSeconds: 1, every: 0 });
        const evidence = [{ sessionId: id, messages: [1], quote: content }];
        return { source: 'user_stated', priority: 'highest', trust: 'user', evidence } as const;
      };
      const first = await world.add('port 8080', await said('port 8080', 0));
      const between = sampleStatement('port 8081', await said('port 8081', 1));
      const again = await remember(sampleStatement('port 8080', await said('port 8080', 2)));
      expect(again).toMatchObject({ action: 'known', memory: { id: first.id } });
      expect(again.memory.evidence).toHaveLength(2);
      const [applied] = await world.apply([between], [{ action: 'update', targetId: first.id }]);
      expect(applied).toMatchObject({ action: 'refused' });
      expect(await world.get(first.id)).toMatchObject({ isValid: true });
    });

    it('keeps the first and the latest evidence of a statement that is made very often', async () => {
      const saidBy = (number: number) => ({
        trust: 'user' as const,
        evidence: [{ sessionId: '00000000-0000-4000-8000-000000000001', messages: [number], quote: '' }],
      });
      const { id } = await world.add('port 8080', saidBy(1));
      for (let number = 2; number <= 30; number += 1) {
        await remember(sampleStatement('port 8080', saidBy(number)));
      }
      const { evidence } = await world.get(id);
      expect(evidence.flatMap(({ messages }) => messages)).toEqual([1, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
    });

    it('records no event when only the strength changed', async () => {
      const first = await world.add('port 8080');
      await remember(sampleStatement('port 8080'));
      expect(await world.actions(first.id)).toEqual(['added']);
    });

    it('keeps the same statement in two branches apart', async () => {
      const [one, other] = [
        await remember(sampleStatement('port 8080', { namespace: 'devai/project/a/x' })),
        await remember(sampleStatement('port 8080', { namespace: 'devai/project/b/x' })),
      ];
      expect([one.action, other.action]).toEqual(['added', 'added']);
      expect(
        (await remember(sampleStatement('port 8080', { namespace: 'devai/project/b/y' }))).memory.id,
      ).toBe(other.memory.id);
    });

    it('takes another event time for the same text only when the one that it meant is over', async () => {
      const may = { holdsFrom: daysAfter(60), holdsUntil: daysAfter(80) };
      const next = { holdsFrom: daysAfter(425), holdsUntil: daysAfter(445) };
      const say = async (held: object) =>
        (await remember(sampleStatement('holiday in May', { ...usersWord, ...held }))).memory;
      expect(await say(may)).toMatchObject(may);
      expect(await say(next)).toMatchObject(may);
      expect(await say({})).toMatchObject(may);
      await world.setNow(daysAfter(300));
      const { id } = await say(next);
      expect(await world.get(id)).toMatchObject(next);
      const last = (await world.store.listMemoryEvents(id)).at(-1);
      expect(last).toMatchObject({
        action: 'updated',
        before: { holdsFrom: may.holdsFrom.toISOString().replace('.000Z', '+00:00') },
      });
    });

    it('adds a statement again that has expired, faded or was taken back, and ends the old row', async () => {
      const expired = await world.add('expired');
      await world.store.updateMemory(expired.id, { expiresAt: daysAfter(1) }, user, 'short-lived');
      const faded = await world.add('faded');
      const ended = await world.add('ended');
      await world.store.invalidateMemory(ended.id, user, 'wrong');

      await world.setNow(daysAfter(100));
      for (const old of [expired, faded, ended]) {
        const { memory, action } = await remember(sampleStatement(old.content));
        expect(action).toBe('added');
        expect(memory.id).not.toBe(old.id);
      }
      expect(await world.get(expired.id)).toMatchObject({ isValid: false, invalidatedReason: 'expired' });
      expect(await world.get(faded.id)).toMatchObject({ isValid: false, invalidatedReason: 'decayed' });
    });

    it('never lets a tool’s statement become highest, or raise the priority of another memory', async () => {
      const { memory } = await remember(
        sampleStatement('page says so', { priority: 'highest', trust: 'tool' }),
      );
      expect(memory).toMatchObject({ priority: 'high', trust: 'tool' });
      const known = await world.add('known', { priority: 'low', importance: 2 });
      await remember(sampleStatement('known', { priority: 'highest', importance: 10, trust: 'tool' }));
      expect(await world.get(known.id)).toMatchObject({ priority: 'low', importance: 2, trust: 'agent' });
      await remember(sampleStatement('page says so', { priority: 'highest', trust: 'user' }));
      expect(await world.get(memory.id)).toMatchObject({ priority: 'highest', trust: 'user' });
    });

    const refused: [string, object][] = [
      ['an empty text', { content: '' }],
      ['a text above 2,000 characters', { content: '😀'.repeat(2_001) }],
      ['an empty title', { title: '' }],
      ['a title above 200 characters', { title: 'x'.repeat(201) }],
      ['a namespace of another root', { namespace: 'other/global' }],
      ['a namespace that only begins like a branch', { namespace: 'devai/globals' }],
      ['a project without a name', { namespace: 'devai/project' }],
      ['an empty segment', { namespace: 'devai/project/a//b' }],
      ['a namespace above 200 characters', { namespace: `devai/user/${'x'.repeat(200)}` }],
      ['importance 0', { importance: 0 }],
      ['importance 11', { importance: 11 }],
      ['importance in fractions', { importance: 5.5 }],
      ['an unknown priority', { priority: 'urgent' }],
      ['a category that is no name', { category: 'Mis c' }],
      ['a vector of 3 dimensions', { vector: [1, 0, 0], embeddingModel: 'm1' }],
      ['a vector without its embedder', { vector: sampleVector(1), embeddingModel: null }],
      ['evidence without messages', { evidence: [{ sessionId: randomUUID(), quote: '' }] }],
      ['evidence of no session', { evidence: [{ sessionId: 'x', messages: [1], quote: '' }] }],
      ['tags that are no texts', { tags: [1] }],
      ['no words', { words: null }],
      ['an id that is none', { id: 'x' }],
    ];
    it.each(refused)('refuses %s as invalid_input', async (_what, fields) => {
      const statement: StoredCandidate = Object.assign(sampleStatement('a statement'), fields);
      await expect(remember(statement)).rejects.toMatchObject({ code: 'invalid_input' });
      expect(await world.query('select id from public.devai_memories')).toEqual([]);
    });

    it('refuses an invalid actor, and an id that another memory has', async () => {
      const stranger = Object.assign({ ...user }, { kind: 'robot' });
      await expect(world.store.remember(sampleStatement('a'), stranger, 'r')).rejects.toMatchObject({
        code: 'invalid_input',
      });
      const { id } = await world.add('b');
      await expect(remember(sampleStatement('c', { id }))).rejects.toMatchObject({ code: 'conflict' });
    });
  });

  it('fills in missing vectors, oldest first, and keeps one that was added meanwhile', async () => {
    const first = await world.add('first', { title: 'T', tags: ['x'] });
    await world.setNow(daysAfter(1));
    const other = await world.add('other', { vector: sampleVector(1), embeddingModel: 'm0' });
    await world.add('done', { vector: sampleVector(1), embeddingModel: 'm1' });
    expect(await world.store.listUnembedded('m1', 10)).toEqual([
      { id: first.id, content: 'first', contentHash: first.contentHash },
      { id: other.id, content: 'other', contentHash: other.contentHash },
    ]);
    expect(await world.store.listUnembedded('m1', 1)).toHaveLength(1);
    expect(await world.store.countUnembedded('m1')).toBe(2);

    const vector = sampleVector(0, 1);
    expect(
      await world.store.setEmbeddings(
        'm1',
        [first, other].map(({ id, contentHash }) => ({ id, contentHash, vector })),
      ),
    ).toBe(2);
    const again = { id: first.id, contentHash: first.contentHash, vector: sampleVector(1) };
    expect(await world.store.setEmbeddings('m1', [again])).toBe(0);
    expect(await world.store.setEmbeddings('m2', [{ ...again, contentHash: 'of another text' }])).toBe(0);
    expect(await world.store.listUnembedded('m1', 10)).toEqual([]);
    expect(await world.store.countUnembedded('m1')).toBe(0);
    await expect(world.store.setEmbeddings('m2', [{ ...again, vector: [1, 0] }])).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  function remember(statement: StoredCandidate) {
    return world.store.remember(statement, user, 'said');
  }
});
