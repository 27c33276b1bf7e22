import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StoredCandidate } from '../src/store/memories.ts';
import { createStore } from '../src/store/store.ts';
import { daysAfter, openMemories, type OpenMemories, start, user } from './open-memories.ts';
import { sampleStatement } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';

describe.each(testDatabases())('decay on $name', (testDatabase) => {
  let store: OpenMemories;
  beforeEach(async () => {
    store = await openMemories(testDatabase);
  });
  afterEach(() => store.close());
  afterAll(() => testDatabase.dispose());

  const decay = () => store.memories.decay({ threshold: 0.05, warnDays: 7 });
  const add = (content: string, fields: Partial<StoredCandidate> = {}) =>
    store.add(sampleStatement(content, fields));

  it.each([
    [0, 1],
    [1, 0.95],
    [1.5, 0.926],
    [7, 0.698],
    [14, 0.488],
    [35, 0.166],
    [58, 0.051],
  ])('leaves a memory unused for %d days with a strength of %d', async (days, strength) => {
    const { id } = await add('text');
    await store.setNow(daysAfter(days));
    await decay();
    const memory = await store.get(id);
    expect(memory.strength).toBeCloseTo(strength, 3);
    expect(memory.isValid).toBe(true);
  });

  it('prunes on day 59, with its history, and can be undone', async () => {
    const { id } = await add('text');
    await store.setNow(daysAfter(59));
    expect(await decay()).toMatchObject({ prunedMemories: 1, fadingMemories: 0 });
    expect(await store.get(id)).toMatchObject({
      isValid: false,
      invalidatedReason: 'decayed',
      invalidatedAt: daysAfter(59),
    });
    expect(await store.memories.listMemoryEvents(id)).toMatchObject([
      { action: 'added' },
      {
        action: 'pruned',
        reason: 'decayed',
        actor: { kind: 'job' },
        before: { isValid: true },
      },
    ]);
    expect(await store.memories.restoreMemory(id, user, 'needed')).toMatchObject({
      isValid: true,
      strength: 1,
    });
  });

  it('does not compound: running twice a day, or after a week of downtime, is the same as once a day', async () => {
    const { id } = await add('text');
    const strengths: number[] = [];
    for (const day of [0.5, 1, 1.5, 2, 2, 2.25, 9, 9.5, 10]) {
      await store.setNow(daysAfter(day));
      await decay();
      strengths.push((await store.get(id)).strength / 0.95 ** day);
    }
    for (const share of strengths) expect(share).toBeCloseTo(1, 6);
    await store.setNow(daysAfter(58.3));
    await decay();
    expect((await store.get(id)).isValid).toBe(true);
  });

  it('writes only the rows that it prunes', async () => {
    for (let index = 0; index < 20; index += 1) await add(`text ${index}`);
    const versions = () =>
      store.query('select id, xmin::text, ctid::text from public.devai_memories order by id');
    const before = await versions();
    await store.setNow(daysAfter(40));
    await decay();
    expect(await versions()).toEqual(before);
  });

  it('ends expired memories, with their history, pinned or not, and writes no other row', async () => {
    const expiring = await add('until next week', { priority: 'highest' });
    const pinned = await add('pinned until next week');
    const later = await add('until next month');
    const ever = await add('for ever');
    await store.memories.updateMemory(expiring.id, { expiresAt: daysAfter(7) }, user, 'dated');
    await store.memories.updateMemory(pinned.id, { expiresAt: daysAfter(7), pinned: true }, user, 'dated');
    await store.memories.updateMemory(later.id, { expiresAt: daysAfter(30) }, user, 'dated');
    const versions = () =>
      store.query(
        `select id, xmin::text from public.devai_memories where id in ('${later.id}', '${ever.id}') order by id`,
      );
    const before = await versions();
    await store.setNow(daysAfter(6.9));
    expect(await decay()).toMatchObject({ expiredMemories: 0, prunedMemories: 0 });
    await store.setNow(daysAfter(7));
    expect(await decay()).toMatchObject({ expiredMemories: 2, prunedMemories: 0, fadingMemories: 0 });
    expect(await decay()).toMatchObject({ expiredMemories: 0, prunedMemories: 0 });
    expect(await versions()).toEqual(before);
    expect(await store.get(expiring.id)).toMatchObject({
      isValid: false,
      invalidatedReason: 'expired',
      invalidatedAt: daysAfter(7),
    });
    expect((await store.memories.listMemoryEvents(pinned.id)).at(-1)).toMatchObject({
      action: 'invalidated',
      reason: 'expired',
      actor: { kind: 'job', id: 'decay' },
      before: { isValid: true },
      after: { isValid: false, invalidatedReason: 'expired' },
    });
    expect(await store.memories.restoreMemory(expiring.id, user, 'still true')).toMatchObject({
      isValid: true,
      expiresAt: null,
    });
  });

  it('does not count what has expired or faded as valid, and restoring it makes it readable again, before and after the run', async () => {
    const expiring = await add('until then', { namespace: 'devai/project/shop' });
    const fading = await add('unused', { namespace: 'devai/project/shop' });
    await add('for ever', { namespace: 'devai/project/shop', priority: 'highest' });
    await store.memories.updateMemory(expiring.id, { expiresAt: daysAfter(7) }, user, 'until then');
    const reading = { scopes: null, project: null, sessionId: null, embeddingModel: 'm1', warnDays: 7 };
    const { getStats, getProject } = createStore(store.database);
    const counts = async () => {
      const { memories } = await getStats(reading);
      const listed = await store.memories.listMemories({
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
    await store.setNow(daysAfter(80));
    expect(await counts()).toEqual({ valid: 1, invalid: 2 });
    for (const { id } of [expiring, fading]) {
      const restored = await store.memories.restoreMemory(id, user, 'still true');
      expect(restored).toMatchObject({ isValid: true, expiresAt: null, strength: 1 });
    }
    expect(await counts()).toEqual({ valid: 3, invalid: 0 });
    expect((await store.memories.listMemoryEvents(expiring.id)).at(-1)).toMatchObject({
      action: 'restored',
      reason: 'still true',
      actor: { kind: 'user' },
      before: { isValid: true, expiresAt: expect.stringMatching(/^2026-03-08/) },
      after: { isValid: true, expiresAt: null },
    });
    expect(await decay()).toMatchObject({ expiredMemories: 0, prunedMemories: 0 });
  });

  it('counts a memory that has both faded and expired once, as expired', async () => {
    const { id } = await add('text');
    await store.memories.updateMemory(id, { expiresAt: daysAfter(7) }, user, 'dated');
    await store.setNow(daysAfter(80));
    expect(await decay()).toMatchObject({ expiredMemories: 1, prunedMemories: 0, fadingMemories: 0 });
  });

  it('never fades pinned memories or those of priority highest', async () => {
    const highest = await add('highest', { priority: 'highest' });
    const pinned = await add('pinned');
    await store.memories.updateMemory(pinned.id, { pinned: true }, user, 'keep');
    await store.setNow(daysAfter(4_000));
    expect(await decay()).toMatchObject({ prunedMemories: 0, fadingMemories: 0 });
    for (const { id } of [highest, pinned]) {
      expect(await store.get(id)).toMatchObject({ isValid: true, strength: 1 });
    }
  });

  it('fades memories that are no longer pinned or highest', async () => {
    const pinned = await add('pinned');
    await store.memories.updateMemory(pinned.id, { pinned: true }, user, 'keep');
    const highest = await add('highest', { priority: 'highest' });
    await store.memories.updateMemory(pinned.id, { pinned: false }, user, 'let go');
    await store.memories.updateMemory(highest.id, { priority: 'low' }, user, 'let go');
    await store.setNow(daysAfter(59));
    expect(await decay()).toMatchObject({ prunedMemories: 2 });
  });

  it('starts over at each access, and counts it', async () => {
    const { id } = await add('text');
    await store.setNow(daysAfter(50));
    expect(await store.memories.reinforceMemories([id, id, randomUUID()])).toBe(1);
    expect(await store.get(id)).toMatchObject({ strength: 1, accessCount: 1, lastAccessedAt: daysAfter(50) });
    await store.setNow(daysAfter(108));
    expect(await decay()).toMatchObject({ prunedMemories: 0, fadingMemories: 1 });
    await store.setNow(daysAfter(109));
    expect(await decay()).toMatchObject({ prunedMemories: 1 });
  });

  it('does not touch invalid memories, and finding is not an access', async () => {
    const { id } = await add('findable text');
    await store.memories.matchMemories({
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
    expect((await store.get(id)).accessCount).toBe(0);
    await store.memories.invalidateMemory(id, user, 'wrong');
    await store.setNow(daysAfter(1));
    expect(await store.memories.reinforceMemories([id])).toBe(0);
    expect((await store.get(id)).lastAccessedAt).toEqual(start);
  });

  it('reports how many memories will fade within the coming days', async () => {
    for (const day of [0, 5, 20]) {
      await store.setNow(daysAfter(day));
      await add(`of day ${day}`);
    }
    await store.setNow(daysAfter(52));
    expect(await decay()).toEqual({
      prunedMemories: 0,
      expiredMemories: 0,
      prunedTopics: 0,
      fadingMemories: 1,
      fadingTopics: 0,
    });
    await store.setNow(daysAfter(60));
    expect(await decay()).toMatchObject({ prunedMemories: 1, fadingMemories: 1 });
  });

  it('hides a faded memory even before the daily run', async () => {
    await add('text');
    const shown = async () =>
      (
        await store.memories.listMemories({
          scopes: null,
          namespaces: [],
          includeInvalid: false,
          filter: {},
          after: null,
          limit: 5,
        })
      ).length;
    await store.setNow(daysAfter(58));
    expect(await shown()).toBe(1);
    await store.setNow(daysAfter(59));
    expect(await shown()).toBe(0);
  });
});
