import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Match } from '../src/store/matching.ts';
import type { MemoryFilter } from '../src/types.ts';
import { sampleStatement, sampleVector } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';
import { daysAfter, openWorld, scopes, user } from '../testing/open-world.ts';

describe.each(testDatabases())('filtering memories on $name', (testDatabase) => {
  const world = openWorld(testDatabase);
  const byVector = sampleVector(1);

  describe('filters', () => {
    it('show by default only memories that are valid, unexpired and not faded', async () => {
      const [invalid, expired] = [await world.near('invalid', 1), await world.near('expired', 1)];
      await world.near('good', 1);
      await world.store.invalidateMemory(invalid.id, user, 'wrong');
      await world.store.updateMemory(expired.id, { expiresAt: daysAfter(1) }, user, 'short');
      await world.setNow(daysAfter(1));
      expect(contents(await world.match({ vector: byVector, words: ['filler'] }))).toEqual(['good']);
      await world.setNow(daysAfter(58.3));
      expect(contents(await world.match({ vector: byVector }))).toEqual(['good']);
      await world.setNow(daysAfter(58.5));
      expect(await world.match({ vector: byVector })).toEqual([]);
    });

    const session = randomUUID();
    const filters: [string, MemoryFilter][] = [
      ['types', { types: ['episodic', 'procedural'] }],
      ['categories', { categories: ['decision'] }],
      ['sources', { sources: ['pattern', 'import'] }],
      ['priorities', { priorities: ['low', 'highest'] }],
      ['any of the tags', { tags: ['b', 'never'] }],
      ['values of metadata', { metadata: { team: 'a', size: 3, open: null } }],
      ['importance', { minImportance: 8 }],
      ['trust', { trusts: ['user', 'tool'] }],
      ['session', { sessionId: session }],
      ['since', { since: daysAfter(1) }],
      ['all of them', { types: ['episodic'], tags: ['b'], minImportance: 8, since: daysAfter(1) }],
    ];
    it.each(filters)('narrow by %s, for every leg and in lists', async (_name, filter) => {
      await world.near('other', 1, { importance: 7 });
      await world.setNow(daysAfter(1));
      const { id } = await world.near('wanted', 1, {
        memoryType: 'episodic',
        category: 'decision',
        source: 'pattern',
        priority: 'low',
        tags: ['a', 'b'],
        metadata: { team: 'a', size: 3, open: null, further: ['b'] },
        importance: 8,
        sessionId: session,
        trust: 'tool',
      });
      expect(contents(await world.match({ vector: byVector, words: ['filler'], filter }))).toEqual([
        'wanted',
      ]);
      await world.query('update public.devai_memories set pinned = true');
      expect(contents(await world.match({ filter }))).toEqual(['wanted']);
      const list = { scopes, namespaces: [], includeInvalid: false, filter, after: null, limit: 10 };
      expect((await world.store.listMemories(list)).map((memory) => memory.id)).toEqual([id]);
    });

    it('compare values of metadata as they are, and at the top alone', async () => {
      await world.near('of a team', 1, { metadata: { team: 'a', size: 3, all: ['a'], deep: { team: 'b' } } });
      await world.near('of none', 1);
      const found = async (metadata: NonNullable<MemoryFilter['metadata']>) =>
        contents(await world.match({ vector: byVector, filter: { metadata } }));
      expect(await found({ team: 'a' })).toEqual(['of a team']);
      const others = [
        { team: 'A' },
        { team: 'b' },
        { size: '3' },
        { all: 'a' },
        { open: null },
        { team: null },
      ];
      for (const other of others) expect(await found(other)).toEqual([]);
    });

    it('read few pages of a large store to list by a rare value', async () => {
      await world.near('wanted', 1, { metadata: { customer: 77 } });
      await world.query(`insert into public.devai_memories (id, content, content_hash, words, word_count, memory_type, category, namespace,
          priority, importance, source, tags, metadata, evidence, last_accessed_at, trust, created_at, updated_at)
        select gen_random_uuid(), 'filler ' || i, 'hash ' || i, words, word_count, memory_type, category, namespace, priority, importance,
          source, tags, case when i % 2 = 0 then '{}' else jsonb_build_object('customer', i + 1000) end, evidence, last_accessed_at, trust,
          created_at + i * interval '1 second', updated_at
        from public.devai_memories, generate_series(1, 5000) as i`);
      await world.query('analyze public.devai_memories');
      const list = `select public.devai_list_memories('me', null, '{}', false, '{ "metadata": { "customer": 77 } }', null, 50)`;
      expect(await world.pagesRead(list)).toBeLessThan(100);
      const asked = { scopes, namespaces: [], includeInvalid: false, after: null, limit: 50 };
      const found = await world.store.listMemories({ ...asked, filter: { metadata: { customer: 77 } } });
      expect(found.map(({ content }) => content)).toEqual(['wanted']);
    });

    it('narrow by an upper bound of importance, and to what is pinned or is not', async () => {
      await world.near('important', 1, { importance: 9 });
      const { id } = await world.near('pinned', 1, { importance: 5 });
      await world.store.updateMemory(id, { pinned: true }, user, 'always');
      const found = async (filter: MemoryFilter) => {
        const list = { scopes, namespaces: [], includeInvalid: false, filter, after: null, limit: 10 };
        const listed = (await world.store.listMemories(list)).map(({ content }) => content);
        expect(contents(await world.match({ vector: byVector, filter }))).toEqual(listed);
        return listed;
      };
      expect(await found({ maxImportance: 8 })).toEqual(['pinned']);
      expect(await found({ pinned: true })).toEqual(['pinned']);
      expect(await found({ pinned: false })).toEqual(['important']);
      // 0.95 a day from 1 to 0.05 takes 58.4 days; what is pinned does not fade
      expect(await found({ fadesBefore: daysAfter(58) })).toEqual([]);
      expect(await found({ fadesBefore: daysAfter(59) })).toEqual(['important']);
    });

    it('treat since as inclusive and until as exclusive', async () => {
      for (const day of [0, 1, 2]) {
        await world.setNow(daysAfter(day));
        await world.near(`day ${day}`, 1);
      }
      const filter = { since: daysAfter(1), until: daysAfter(2) };
      expect(contents(await world.match({ vector: byVector, filter }))).toEqual(['day 1']);
    });

    it('find by holdsSince and holdsUntil what tells of that time, for every leg and in lists', async () => {
      const spans = {
        day: [3, 4],
        month: [0, 30],
        since: [2, null],
        until: [null, 3],
        none: [null, null],
      } as const;
      for (const [name, [from, until]] of Object.entries(spans)) {
        const holdsFrom = from === null ? null : daysAfter(from);
        await world.near(name, 1, { holdsFrom, holdsUntil: until === null ? null : daysAfter(until) });
      }
      const found = async (filter: MemoryFilter) => {
        const list = { scopes, namespaces: [], includeInvalid: false, filter, after: null, limit: 10 };
        const listed = (await world.store.listMemories(list)).map(({ content }) => content).toSorted();
        expect(contents(await world.match({ vector: byVector, filter }))).toEqual(listed);
        return listed;
      };
      expect(await found({ holdsSince: daysAfter(3), holdsUntil: daysAfter(4) })).toEqual([
        'day',
        'month',
        'since',
      ]);
      expect(await found({ holdsSince: daysAfter(4) })).toEqual(['month', 'since']);
      expect(await found({ holdsUntil: daysAfter(3) })).toEqual(['month', 'since', 'until']);
      expect(await found({ holdsUntil: daysAfter(2) })).toEqual(['month', 'until']);
      expect(await found({ holdsSince: daysAfter(30) })).toEqual(['since']);
      expect(await found({})).toHaveLength(5);
    });

    it('find by asOf what was valid at that time, even after an undo', async () => {
      const first = await world.near('first', 1);
      await world.setNow(daysAfter(10));
      const second = sampleStatement('second', { vector: byVector, embeddingModel: 'm1' });
      await world.apply([second], [{ action: 'update', targetId: first.id }]);
      await world.setNow(daysAfter(20));
      await world.store.restoreMemory(first.id, user, 'undo');
      await world.setNow(daysAfter(100));
      await world.store.decay({ threshold: 0.05, warnDays: 7 });

      const at = async (day: number) => {
        const filter = { asOf: daysAfter(day) };
        const list = { scopes, namespaces: [], includeInvalid: false, filter, after: null, limit: 10 };
        const listed = (await world.store.listMemories(list)).map(({ content }) => content).toSorted();
        expect(contents(await world.match({ vector: byVector, filter }))).toEqual(listed);
        return listed;
      };
      expect(await at(-1)).toEqual([]);
      expect(await at(5)).toEqual(['first']);
      expect(await at(15)).toEqual(['second']);
      expect(await at(25)).toEqual(['first']);
      expect(await at(101)).toEqual([]);
      expect(await world.match({ vector: byVector })).toEqual([]);
      const [then] = await world.match({ vector: byVector, filter: { asOf: daysAfter(25) } });
      expect(then?.memory.strength).toBeCloseTo(0.95 ** 80, 6);
    });
  });

  it('shows by asOf what a memory said at that time, however often it was edited since', async () => {
    const { id } = await world.near('port 8080', 1, { importance: 3 });
    for (const day of [10, 20]) {
      await world.setNow(daysAfter(day));
      const content = {
        content: `port ${8080 + day}`,
        contentHash: `${day}`,
        vector: null,
        embeddingModel: null,
      };
      const index = { words: ['port'], contentHash: `${day}`, title: null, tags: [] };
      await world.store.updateMemory(id, { content, index, importance: 5 + day / 10 }, user, 'moved');
    }
    const at = async (day: number) => {
      const filter = { asOf: daysAfter(day) };
      const list = { scopes, namespaces: [], includeInvalid: false, filter, after: null, limit: 10 };
      const [listed] = await world.store.listMemories(list);
      const [matched] = await world.match({ words: ['port', 'filler'], filter });
      expect(matched?.memory.content).toBe(listed?.content);
      return [listed?.content, listed?.importance];
    };
    expect(await at(5)).toEqual(['port 8080', 3]);
    expect(await at(15)).toEqual(['port 8090', 6]);
    expect(await at(25)).toEqual(['port 8100', 7]);
    expect(await world.get(id)).toMatchObject({ content: 'port 8100' });
  });

  it('shows by asOf, and finds by it, the event time that a memory had then', async () => {
    const { id } = await world.near('the fair', 1, { holdsFrom: daysAfter(20), holdsUntil: daysAfter(21) });
    await world.setNow(daysAfter(10));
    await world.store.updateMemory(
      id,
      { holdsFrom: daysAfter(40), holdsUntil: daysAfter(41) },
      user,
      'moved',
    );
    const held = async (day: number, filter: MemoryFilter) =>
      (await world.match({ vector: byVector, filter: { ...filter, asOf: daysAfter(day) } })).map(
        ({ memory }) => memory.holdsFrom,
      );
    expect(await held(5, {})).toEqual([daysAfter(20)]);
    expect(await held(5, { holdsSince: daysAfter(30) })).toEqual([]);
    expect(await held(15, { holdsSince: daysAfter(30) })).toEqual([daysAfter(40)]);
  });

  it('finds by asOf with the type, category and expiry of that time', async () => {
    const { id } = await world.near('deploy on Fridays', 1, { category: 'decision' });
    await world.setNow(daysAfter(10));
    const change = { category: 'plan', memoryType: 'procedural', expiresAt: daysAfter(5) } as const;
    await world.store.updateMemory(id, change, user, 'it was a plan');
    const seen = async (day: number, filter: MemoryFilter = {}) => {
      const asked = { ...filter, asOf: daysAfter(day) };
      const list = { scopes, namespaces: [], includeInvalid: false, filter: asked, after: null, limit: 10 };
      const [listed] = await world.store.listMemories(list);
      const [matched] = await world.match({ vector: byVector, filter: asked });
      expect(matched?.memory).toEqual(listed);
      return listed && [listed.category, listed.memoryType, listed.expiresAt];
    };
    expect(await seen(7)).toEqual(['decision', 'semantic', null]);
    expect(await seen(7, { categories: ['plan'] })).toBe(undefined);
    expect(await seen(11)).toBe(undefined);
    await world.store.updateMemory(id, { expiresAt: null }, user, 'for good');
    expect(await seen(11, { categories: ['plan'], types: ['procedural'] })).toEqual([
      'plan',
      'procedural',
      null,
    ]);
  });

  it('lists pages, newest first, without gaps or repetitions', async () => {
    for (let index = 0; index < 25; index += 1) {
      await world.setNow(daysAfter(Math.floor(index / 4)));
      await world.add(`text ${index}`, { namespace: index % 2 ? 'devai/user' : 'devai/global' });
    }
    const query = { scopes, namespaces: [], includeInvalid: false, filter: {}, limit: 7 };
    const listed: string[] = [];
    for (let after: string | null = null; ; after = listed.at(-1) ?? null) {
      const page = await world.store.listMemories({ ...query, after });
      listed.push(...page.map(({ id }) => id));
      if (page.length < 7) break;
    }
    const all = await world.query('select id from public.devai_memories order by created_at desc, id desc');
    expect(listed).toEqual(all.map(({ id }) => id));
    await expect(world.store.listMemories({ ...query, after: randomUUID() })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  function contents(matches: Match[]) {
    return matches.map(({ memory }) => memory.content).toSorted();
  }
});
