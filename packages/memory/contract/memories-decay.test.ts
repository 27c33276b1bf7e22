import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { testDatabases } from './test-database.ts';
import { daysAfter, openWorld, secondsAfter, start, user } from '../testing/open-world.ts';

describe.each(testDatabases())('decay on $name', (testDatabase) => {
  const world = openWorld(testDatabase);

  it.each([
    [0, 1],
    [1, 0.95],
    [1.5, 0.926],
    [7, 0.698],
    [14, 0.488],
    [35, 0.166],
    [58, 0.051],
  ])('leaves a memory unused for %d days with a strength of %d', async (days, strength) => {
    const { id } = await world.add('text');
    await world.setNow(daysAfter(days));
    await decay();
    const memory = await world.get(id);
    expect(memory.strength).toBeCloseTo(strength, 3);
    expect(memory.isValid).toBe(true);
  });

  it.each([
    ['is of highest priority', { priority: 'highest' }],
    [
      'the user stated or confirmed, whatever its priority',
      { trust: 'user', priority: 'low', importance: 3 },
    ],
  ] as const)('leaves what %s as strong as it is', async (_, fields) => {
    const { id } = await world.add('text', fields);
    await world.setNow(daysAfter(900));
    expect(await decay()).toMatchObject({ prunedMemories: 0, fadingMemories: 0 });
    expect(await world.get(id)).toMatchObject({ isValid: true, strength: 1 });
  });

  it.each([
    ['a day', { holdsFrom: daysAfter(200), holdsUntil: daysAfter(201) }],
    ['what ends', { holdsFrom: null, holdsUntil: daysAfter(201) }],
  ])('counts the days without use from what is to come: %s', async (_, held) => {
    const { id } = await world.add('text', held);
    await world.setNow(daysAfter(199));
    expect(await decay()).toMatchObject({ prunedMemories: 0, fadingMemories: 0 });
    expect(await world.get(id)).toMatchObject({ isValid: true, strength: 1 });
    await world.setNow(daysAfter(202));
    expect((await world.get(id)).strength).toBeCloseTo(0.95, 3);
    await world.setNow(daysAfter(260));
    expect(await decay()).toMatchObject({ prunedMemories: 1 });
  });

  it('counts them from the last access if what it tells of is over', async () => {
    const { id } = await world.add('text', { holdsFrom: daysAfter(-20), holdsUntil: daysAfter(-19) });
    await world.setNow(daysAfter(1));
    expect((await world.get(id)).strength).toBeCloseTo(0.95, 3);
  });

  it('says whether a run was missed: within a day, or since a date', async () => {
    const memory = await world.openMemory();
    expect(await memory.decay.missed()).toBe(true);
    await memory.decay.run();
    expect(await memory.decay.missed()).toBe(false);
    await world.setNow(daysAfter(1));
    expect(await memory.decay.missed()).toBe(false);
    expect(await memory.decay.missed(start)).toBe(false);
    expect(await memory.decay.missed(secondsAfter(60))).toBe(true);
    await world.setNow(daysAfter(2));
    expect(await memory.decay.missed()).toBe(true);
  });

  it('prunes on day 59, with its history, and can be undone', async () => {
    const { id } = await world.add('text');
    await world.setNow(daysAfter(59));
    expect(await decay()).toMatchObject({ prunedMemories: 1, fadingMemories: 0 });
    expect(await world.get(id)).toMatchObject({
      isValid: false,
      invalidatedReason: 'decayed',
      invalidatedAt: daysAfter(59),
    });
    expect(await world.store.listMemoryEvents(id)).toMatchObject([
      { action: 'added' },
      {
        action: 'pruned',
        reason: 'decayed',
        actor: { kind: 'job' },
        before: { isValid: true },
      },
    ]);
    expect(await world.store.restoreMemory(id, user, 'needed')).toMatchObject({
      isValid: true,
      strength: 1,
    });
  });

  it('does not compound: running twice a day, or after a week of downtime, is the same as once a day', async () => {
    const { id } = await world.add('text');
    const strengths: number[] = [];
    for (const day of [0.5, 1, 1.5, 2, 2, 2.25, 9, 9.5, 10]) {
      await world.setNow(daysAfter(day));
      await decay();
      strengths.push((await world.get(id)).strength / 0.95 ** day);
    }
    for (const share of strengths) expect(share).toBeCloseTo(1, 6);
    await world.setNow(daysAfter(58.3));
    await decay();
    expect((await world.get(id)).isValid).toBe(true);
  });

  it('writes only the rows that it prunes', async () => {
    for (let index = 0; index < 20; index += 1) await world.add(`text ${index}`);
    const versions = () =>
      world.query('select id, xmin::text, ctid::text from public.devai_memories order by id');
    const before = await versions();
    await world.setNow(daysAfter(40));
    await decay();
    expect(await versions()).toEqual(before);
  });

  it('ends expired memories, with their history, pinned or not, and writes no other row', async () => {
    const expiring = await world.add('until next week', { priority: 'highest' });
    const pinned = await world.add('pinned until next week');
    const later = await world.add('until next month');
    const ever = await world.add('for ever');
    await world.store.updateMemory(expiring.id, { expiresAt: daysAfter(7) }, user, 'dated');
    await world.store.updateMemory(pinned.id, { expiresAt: daysAfter(7), pinned: true }, user, 'dated');
    await world.store.updateMemory(later.id, { expiresAt: daysAfter(30) }, user, 'dated');
    const versions = () =>
      world.query(
        `select id, xmin::text from public.devai_memories where id in ('${later.id}', '${ever.id}') order by id`,
      );
    const before = await versions();
    await world.setNow(daysAfter(6.9));
    expect(await decay()).toMatchObject({ expiredMemories: 0, prunedMemories: 0 });
    await world.setNow(daysAfter(7));
    expect(await decay()).toMatchObject({ expiredMemories: 2, prunedMemories: 0, fadingMemories: 0 });
    expect(await decay()).toMatchObject({ expiredMemories: 0, prunedMemories: 0 });
    expect(await versions()).toEqual(before);
    expect(await world.get(expiring.id)).toMatchObject({
      isValid: false,
      invalidatedReason: 'expired',
      invalidatedAt: daysAfter(7),
    });
    expect((await world.store.listMemoryEvents(pinned.id)).at(-1)).toMatchObject({
      action: 'invalidated',
      reason: 'expired',
      actor: { kind: 'job', id: 'decay' },
      before: { isValid: true },
      after: { isValid: false, invalidatedReason: 'expired' },
    });
    expect(await world.store.restoreMemory(expiring.id, user, 'still true')).toMatchObject({
      isValid: true,
      expiresAt: null,
    });
  });

  it('does not count what has expired or faded as valid, and restoring it makes it readable again, before and after the run', async () => {
    const expiring = await world.add('until then', { namespace: 'devai/project/shop' });
    const fading = await world.add('unused', { namespace: 'devai/project/shop' });
    await world.add('for ever', { namespace: 'devai/project/shop', priority: 'highest' });
    await world.store.updateMemory(expiring.id, { expiresAt: daysAfter(7) }, user, 'until then');
    const reading = { scopes: null, project: null, sessionId: null, embeddingModel: 'm1', warnDays: 7 };
    const { getStats, getProject } = world.store;
    const counts = async () => {
      const { memories } = await getStats(reading);
      const listed = await world.store.listMemories({
        scopes: null,
        namespaces: [],
        includeInvalid: false,
        filter: {},
        after: null,
        limit: 50,
      });
      const { valid, invalid, byType, byScope } = memories;
      expect(byType).toEqual({ semantic: valid });
      expect(byScope).toEqual([{ scope: 'devai/project/shop', valid }]);
      expect(await getProject('shop')).toMatchObject({ memories: valid });
      expect(listed).toHaveLength(valid);
      return { valid, invalid };
    };
    expect(await counts()).toEqual({ valid: 3, invalid: 0 });
    await world.setNow(daysAfter(80));
    expect(await counts()).toEqual({ valid: 1, invalid: 2 });
    for (const { id } of [expiring, fading]) {
      const restored = await world.store.restoreMemory(id, user, 'still true');
      expect(restored).toMatchObject({ isValid: true, expiresAt: null, strength: 1 });
    }
    expect(await counts()).toEqual({ valid: 3, invalid: 0 });
    expect((await world.store.listMemoryEvents(expiring.id)).at(-1)).toMatchObject({
      action: 'restored',
      reason: 'still true',
      actor: { kind: 'user' },
      before: { isValid: true, expiresAt: expect.stringMatching(/^2026-03-08/) },
      after: { isValid: true, expiresAt: null },
    });
    expect(await decay()).toMatchObject({ expiredMemories: 0, prunedMemories: 0 });
  });

  it('counts a memory that has both faded and expired once, as expired', async () => {
    const { id } = await world.add('text');
    await world.store.updateMemory(id, { expiresAt: daysAfter(7) }, user, 'dated');
    await world.setNow(daysAfter(80));
    expect(await decay()).toMatchObject({ expiredMemories: 1, prunedMemories: 0, fadingMemories: 0 });
  });

  it('never fades pinned memories or those of priority highest', async () => {
    const highest = await world.add('highest', { priority: 'highest' });
    const pinned = await world.add('pinned');
    await world.store.updateMemory(pinned.id, { pinned: true }, user, 'keep');
    await world.setNow(daysAfter(4_000));
    expect(await decay()).toMatchObject({ prunedMemories: 0, fadingMemories: 0 });
    for (const { id } of [highest, pinned]) {
      expect(await world.get(id)).toMatchObject({ isValid: true, strength: 1 });
    }
  });

  it('fades memories that are no longer pinned or highest', async () => {
    const pinned = await world.add('pinned');
    await world.store.updateMemory(pinned.id, { pinned: true }, user, 'keep');
    const highest = await world.add('highest', { priority: 'highest' });
    await world.store.updateMemory(pinned.id, { pinned: false }, user, 'let go');
    await world.store.updateMemory(highest.id, { priority: 'low' }, user, 'let go');
    await world.setNow(daysAfter(59));
    expect(await decay()).toMatchObject({ prunedMemories: 2 });
  });

  it('starts over at each access, and counts it', async () => {
    const { id } = await world.add('text');
    await world.setNow(daysAfter(50));
    expect(await world.store.reinforceMemories([id, id, randomUUID()])).toBe(1);
    expect(await world.get(id)).toMatchObject({ strength: 1, accessCount: 1, lastAccessedAt: daysAfter(50) });
    await world.setNow(daysAfter(108));
    expect(await decay()).toMatchObject({ prunedMemories: 0, fadingMemories: 1 });
    await world.setNow(daysAfter(109));
    expect(await decay()).toMatchObject({ prunedMemories: 1 });
  });

  it('does not touch invalid memories, and finding is not an access', async () => {
    const { id } = await world.add('findable text');
    await world.store.matchMemories({
      vector: null,
      embeddingModel: null,
      words: ['findable'],
      scopes: ['devai/project/taskforge'],
      namespaces: [],
      retrievalThreshold: 1,
      noiseFloor: 1,
      limit: 5,
      filter: {},
    });
    expect((await world.get(id)).accessCount).toBe(0);
    await world.store.invalidateMemory(id, user, 'wrong');
    await world.setNow(daysAfter(1));
    expect(await world.store.reinforceMemories([id])).toBe(0);
    expect((await world.get(id)).lastAccessedAt).toEqual(start);
  });

  it('reports how many memories will fade within the coming days', async () => {
    for (const day of [0, 5, 20]) {
      await world.setNow(daysAfter(day));
      await world.add(`of day ${day}`);
    }
    await world.setNow(daysAfter(52));
    expect(await decay()).toEqual({
      prunedMemories: 0,
      expiredMemories: 0,
      prunedTopics: 0,
      fadingMemories: 1,
      fadingTopics: 0,
    });
    await world.setNow(daysAfter(60));
    expect(await decay()).toMatchObject({ prunedMemories: 1, fadingMemories: 1 });
  });

  it('hides a faded memory even before the daily run', async () => {
    await world.add('text');
    const shown = async () =>
      (
        await world.store.listMemories({
          scopes: null,
          namespaces: [],
          includeInvalid: false,
          filter: {},
          after: null,
          limit: 5,
        })
      ).length;
    await world.setNow(daysAfter(58));
    expect(await shown()).toBe(1);
    await world.setNow(daysAfter(59));
    expect(await shown()).toBe(0);
  });

  function decay() {
    return world.store.decay({ threshold: 0.05, warnDays: 7 });
  }
});
