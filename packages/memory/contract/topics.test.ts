import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createStore } from '../src/store/store.ts';
import { onlyUser } from '../src/users.ts';
import type { TopicTouch } from '../src/store/topics.ts';
import { testDatabases } from './test-database.ts';
import { daysAfter, openWorld, start } from '../testing/open-world.ts';

const [session1, session2] = [randomUUID(), randomUUID()];

describe.each(testDatabases())('topics on $name', (testDatabase) => {
  const world = openWorld(testDatabase);

  it('are inserted at full strength', async () => {
    const inserted = await touch('memory', { filePaths: ['a.ts', 'a.ts', 'b.ts'], directories: ['/src'] });
    expect(inserted).toEqual({
      id: inserted.id,
      project: 'taskforge',
      topic: 'memory',
      parentTopic: null,
      filePaths: ['a.ts', 'b.ts'],
      directories: ['/src'],
      strength: 1,
      touchCount: 1,
      sessionCount: 1,
      firstSeenAt: start,
      lastTouchedAt: start,
      isActive: true,
    });
    expect(await list()).toEqual([inserted]);
  });

  it('fade by the given base, both when they are read and when they are pruned', async () => {
    await touch('memory');
    await world.setNow(daysAfter(2));
    const halving = createStore(world.database, onlyUser, 0.5);
    const [topic] = await halving.listTopics('taskforge', { includeInactive: false, limit: 1 });
    expect(topic?.strength).toBeCloseTo(0.25, 10);
    await world.setNow(daysAfter(4)); // 0.0625
    expect(await halving.decay({ threshold: 0.05, warnDays: 7 })).toMatchObject({ prunedTopics: 0 });
    await world.setNow(daysAfter(5));
    expect(await halving.listTopics('taskforge', { includeInactive: false, limit: 1 })).toEqual([]);
    expect(await list()).toHaveLength(1);
    expect(await halving.decay({ threshold: 0.05, warnDays: 7 })).toMatchObject({ prunedTopics: 1 });
    expect(await list()).toEqual([]);
  });

  it('get full strength from a touch, with paths newest first and limited', async () => {
    await touch('memory', { filePaths: ['a', 'b', 'c'] });
    await world.setNow(daysAfter(7));
    const bumped = await touch('memory', { filePaths: ['d', 'b'], parentTopic: 'devai' });
    expect(bumped).toMatchObject({
      filePaths: ['d', 'b', 'a', 'c'],
      parentTopic: 'devai',
      strength: 1,
      touchCount: 2,
      firstSeenAt: start,
      lastTouchedAt: daysAfter(7),
    });
    expect((await touch('memory', { filePaths: ['e'] })).filePaths).toEqual(['e', 'd', 'b', 'a']);
    expect((await touch('memory')).parentTopic).toBe('devai');
  });

  it('count each session once, even when two alternate, and none for a touch without a session', async () => {
    for (const sessionId of [session1, session2, session1, session2, null])
      await touch('memory', { sessionId });
    expect(await list()).toMatchObject([{ touchCount: 5, sessionCount: 2 }]);
  });

  it('fade by 0.9 a day, computed when read, and are gone on day 29', async () => {
    await touch('memory');
    const strengthOn = async (days: number) => {
      await world.setNow(daysAfter(days));
      return (await list())[0]?.strength;
    };
    for (const days of [0.5, 2, 7, 14, 21, 28]) expect(await strengthOn(days)).toBeCloseTo(0.9 ** days, 6);
    expect(await strengthOn(29)).toBeUndefined();
    expect(await list('taskforge', true)).toMatchObject([{ topic: 'memory', isActive: false }]);
  });

  it('are listed strongest first, only those of the project', async () => {
    await touch('old');
    await world.setNow(daysAfter(1));
    await touch('new');
    await touch('of no project', { project: null });
    await touch('elsewhere', { project: 'task' });
    expect(await names()).toEqual(['new', 'old']);
    expect(await names(null)).toEqual(['of no project']);
    expect(await names('task%')).toEqual([]);
    expect(await world.store.listTopics('taskforge', { includeInactive: false, limit: 1 })).toHaveLength(1);
  });

  it('that faded long ago start over when they are touched after the daily run', async () => {
    await touch('memory', { filePaths: ['a'] });
    await world.query('update public.devai_recent_topics set is_active = false');
    expect(await touch('memory')).toMatchObject({ touchCount: 1, sessionCount: 1, filePaths: [] });
    expect(await list('taskforge', true)).toHaveLength(2);
  });

  it('with the longest name fit, longer ones are refused', async () => {
    await touch('x'.repeat(120));
    await expect(touch('x'.repeat(121))).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(touch('')).rejects.toMatchObject({ code: 'invalid_input' });
  });

  describe('edited in the focus file', () => {
    const nothing = { project: 'taskforge', deactivate: [], insert: [], replacePaths: [] };

    it('become inactive, are inserted, and take over paths, in one step', async () => {
      const removed = await touch('removed');
      const kept = await touch('kept', { filePaths: ['a'] });
      await world.setNow(daysAfter(1));
      const edited = await world.store.editTopics({
        ...nothing,
        deactivate: [removed.id],
        insert: [{ topic: 'added', parentTopic: null, filePaths: ['x'], directories: ['/x'] }],
        replacePaths: [{ id: kept.id, filePaths: ['b', 'c'], directories: [] }],
      });
      expect(edited).toMatchObject([
        { topic: 'added', strength: 1, filePaths: ['x'], directories: ['/x'], sessionCount: 0 },
        { topic: 'kept', filePaths: ['b', 'c'], lastTouchedAt: start },
      ]);
      expect(edited).toEqual(await list());
    });

    it('twice are the same as if edited once', async () => {
      const { id } = await touch('removed');
      const edit = {
        ...nothing,
        deactivate: [id],
        insert: [{ topic: 'added', parentTopic: null, filePaths: ['x'], directories: [] }],
      };
      expect(await world.store.editTopics(edit)).toEqual(await world.store.editTopics(edit));
    });

    it('cannot change those of another project', async () => {
      const other = await touch('elsewhere', { project: 'task', filePaths: ['a'] });
      await world.store.editTopics({
        ...nothing,
        deactivate: [other.id],
        replacePaths: [{ id: other.id, filePaths: [], directories: [] }],
      });
      expect(await list('task')).toEqual([other]);
    });
  });

  it.runIf(testDatabase.capabilities.concurrentConnections)(
    'touched by many sessions at once become one topic that counts them all (two connections: a Postgres server)',
    async () => {
      const sessionIds = Array.from({ length: 10 }, () => randomUUID());
      await Promise.all([...sessionIds, ...sessionIds].map((sessionId) => touch('memory', { sessionId })));
      expect(await list()).toMatchObject([{ touchCount: 20, sessionCount: 10 }]);
    },
  );

  async function touch(topic: string, fields: Partial<TopicTouch> = {}) {
    const touched = await world.store.touchTopic(
      {
        project: 'taskforge',
        topic,
        parentTopic: null,
        filePaths: [],
        directories: [],
        sessionId: session1,
        ...fields,
      },
      { maximumPaths: 4, limit: 100 },
    );
    const found = touched.find((one) => one.topic === topic);
    if (!found) throw new Error(`${topic} is not among the active topics`);
    return found;
  }

  function list(project: string | null = 'taskforge', includeInactive = false) {
    return world.store.listTopics(project, { includeInactive, limit: 100 });
  }

  const names = async (...args: Parameters<typeof list>) => (await list(...args)).map((topic) => topic.topic);
});
