import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Job, JobKind } from '../src/store/jobs.ts';
import { createStore } from '../src/store/store.ts';
import { onlyUser } from '../src/users.ts';
import { testDatabases } from './test-database.ts';
import { openWorld } from '../testing/open-world.ts';

const noon = new Date('2026-03-01T12:00:00.000Z');
const midnight = new Date('2026-03-02T00:00:00.000Z');

describe.each(testDatabases())('the daily ceiling on $name', (testDatabase) => {
  const world = openWorld(testDatabase);

  it('makes billed work wait, without using up a try, until the next day', async () => {
    const { id } = await enqueue('extract', 'a');
    await use(100);
    for (let look = 0; look < 10; look += 1) expect(await claim(100)).toBeNull();
    expect(await world.store.getJob(id)).toMatchObject({ status: 'waiting', attempts: 0, error: null });
    await world.setNow(midnight);
    expect(await claim(100)).toMatchObject({ id, attempts: 1 });
  });

  it('lets it continue when the limit is raised, and does not exist when the limit is null', async () => {
    const first = await enqueue('extract', 'a');
    const second = await enqueue('extract', 'b');
    await use(100);
    expect(await claim(100)).toBeNull();
    const claimed = [await claim(101), await claim(null)];
    expect(claimed.map((job) => job?.id)).toEqual(expect.arrayContaining([first.id, second.id]));
  });

  it('holds back only billed kinds of jobs', async () => {
    await use(100);
    await enqueue('extract', 'a');
    const embed = await enqueue('embed', 'missing');
    expect(await claim(100)).toMatchObject({ id: embed.id });
    expect(await claim(100)).toBeNull();
    expect(await claim(100, [])).toMatchObject({ kind: 'extract' });
  });

  it('also keeps back jobs that a killed worker left', async () => {
    const { id } = await enqueue('extract', 'a');
    await claim(100);
    await use(100);
    await world.setNow(new Date(noon.getTime() + 61_000));
    expect(await claim(100)).toBeNull();
    expect(await world.store.getJob(id)).toMatchObject({ status: 'running', attempts: 1 });
    expect(await claim(null)).toMatchObject({ id, attempts: 2 });
  });

  it('is exceeded by one job at most, however many run at the same time', async () => {
    for (const key of ['a', 'b', 'c', 'd', 'e']) await enqueue('extract', key);
    const first = await claim(100);
    // nobody knows yet what a job costs
    expect(await claim(100)).toBeNull();
    await end(first, 40);
    const second = await claim(100);
    expect(second).not.toBeNull();
    const third = await claim(130);
    expect(third).not.toBeNull();
    expect(await claim(120)).toBeNull();
    await end(second, 10);
    expect(await claim(90)).toBeNull();
    await end(third, 40);
    expect(await claim(90)).toBeNull();
    expect(await world.store.countTokensToday(null)).toMatchObject({ used: 90 });
    expect(await claim(91)).not.toBeNull();
  });

  it('expects of a job what others of its kind cost, and nothing of one whose worker was killed', async () => {
    await enqueue('extract', 'a');
    await end(await claim(null), 10);
    await enqueue('deduplicate', 'a');
    await end(await claim(null), 500);
    await enqueue('extract', 'b');
    await claim(null);
    await enqueue('extract', 'c');
    expect(await claim(520)).toBeNull();
    expect(await claim(521)).not.toBeNull();
    await enqueue('extract', 'd');
    expect(await claim(521)).toBeNull();
    await world.setNow(new Date(noon.getTime() + 60_000));
    expect(await claim(511)).not.toBeNull();
  });

  describe.runIf(testDatabase.capabilities.concurrentConnections)('in a race', () => {
    it('lets as many jobs run as it has room for', async () => {
      for (let key = 0; key < 12; key += 1) await enqueue('extract', String(key));
      await end(await claim(100), 10);
      const claimed = await Promise.all(Array.from({ length: 10 }, () => claim(50)));
      expect(claimed.filter((job) => job !== null)).toHaveLength(4);
    });
  });

  describe('of each user', () => {
    const [alice, bob] = ['alice', 'bob'];

    it('makes the work of one wait, and not that of another, a project or the store', async () => {
      const hers = await enqueue('extract', 'a', alice);
      const his = await enqueue('extract', 'b', bob);
      const { id: project } = await enqueue('consolidate', 'shop', alice);
      const { id: vectors } = await enqueue('embed', 'missing', alice);
      await use(60, alice);
      await use(40, alice);
      await use(99, bob);
      const kinds: JobKind[] = ['extract', 'deduplicate', 'embed', 'consolidate'];
      const claimed = [];
      for (let look = 0; look < 4; look += 1) claimed.push(await claim(null, kinds, 100));
      expect(claimed.map((job) => job?.id ?? '').toSorted()).toEqual(
        ['', his.id, project, vectors].toSorted(),
      );
      expect(await createStore(world.database, alice).getJob(hers.id)).toMatchObject({
        status: 'waiting',
        attempts: 0,
      });
      await world.setNow(midnight);
      // the jobs that the workers left have their turns, too, in any order, because all became due at once
      const next = [];
      for (let look = 0; look < 4; look += 1) next.push(await claim(null, kinds, 100));
      expect(next.map((job) => job?.id ?? '').toSorted()).toEqual(
        [hers.id, his.id, project, vectors].toSorted(),
      );
    });

    it('is exceeded by one job at most: one of theirs runs at a time', async () => {
      const kinds: JobKind[] = ['extract'];
      for (const key of ['a', 'b']) await enqueue('extract', key, alice);
      const { id: his } = await enqueue('extract', 'c', bob);
      const first = await claim(null, kinds, 100);
      expect(first).toMatchObject({ user: alice });
      expect(await claim(null, kinds, 100)).toMatchObject({ id: his });
      expect(await claim(null, kinds, 100)).toBeNull();
      await end(first, 99);
      expect(await claim(null, kinds, 100)).toMatchObject({ user: alice });
    });

    it('keeps what one uses above it from using up what all may use', async () => {
      await use(1_000, alice);
      await use(50, null);
      expect(await world.store.countTokensToday(100)).toEqual({ used: 150, above: [alice] });
      expect(await world.store.countTokensToday(null)).toEqual({ used: 1_050, above: [] });
      const his = await enqueue('extract', 'b', bob);
      expect(await claim(150, ['extract'], 100)).toBeNull();
      expect(await claim(151, ['extract'], 100)).toMatchObject({ id: his.id });
    });

    it('counts the calls of a session and of a job for whose they are', async () => {
      const sessionId = randomUUID();
      const ofAlice = createStore(world.database, alice);
      await ofAlice.openSession({ id: sessionId, project: null, agent: 'chapo', metadata: {} });
      const { id: jobId } = await enqueue('deduplicate', 'a', bob);
      const consolidation = await enqueue('consolidate', 'shop', bob);
      const call = { operation: 'compact' as const, model: 'm', inputTokens: 5, outputTokens: 0 };
      await world.store.recordUsage([
        { ...call, sessionId, jobId: null },
        { ...call, sessionId: null, jobId },
        { ...call, inputTokens: 500, sessionId: null, jobId: consolidation.id },
      ]);
      expect(await world.store.countTokensToday(5)).toEqual({ used: 510, above: [alice, bob] });
      expect(await world.store.countTokensToday(6)).toEqual({ used: 510, above: [] });
    });
  });

  function enqueue(kind: JobKind, key: string, of = onlyUser) {
    return createStore(world.database, of).enqueueJob({ kind, key, payload: {}, delaySeconds: 0 });
  }

  function use(inputTokens: number, of: string | null = null) {
    const call = { operation: 'compact' as const, model: 'm', inputTokens, outputTokens: 0 };
    return world.store.recordUsage([
      { ...call, sessionId: null, jobId: null, ...(of !== null && { user: of }) },
    ]);
  }

  const end = (job: Job | null, inputTokens: number) =>
    world.store.completeJob(job?.id ?? '', job?.leasedBy ?? '', {}, [
      {
        operation: 'extract',
        model: 'm',
        inputTokens,
        outputTokens: 0,
        sessionId: null,
        jobId: job?.id ?? '',
      },
    ]);

  function claim(
    tokens: number | null,
    kinds: JobKind[] = ['extract', 'deduplicate'],
    ofUser: number | null = null,
  ) {
    return world.store.claimJob(randomUUID(), 60, 8, {
      ceiling: { tokens, ofUser, kinds },
      embedder: 'm',
    });
  }
});
