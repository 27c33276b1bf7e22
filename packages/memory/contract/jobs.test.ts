import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { JobKind } from '../src/store/jobs.ts';
import { testDatabases } from './test-database.ts';
import { openWorld, secondsAfter, start } from '../testing/open-world.ts';

const lease = 60;
const tries = 8;
const failure = { error: 'no answer', attempts: tries, firstDelay: 60, longestDelay: 3_600 };

describe.each(testDatabases({ driverAtRisk: true }))('jobs on $name', (testDatabase) => {
  const world = openWorld(testDatabase);

  it('are claimed when due, by one worker each, the earliest first', async () => {
    await enqueue('later', { delaySeconds: 30 });
    await enqueue('first');
    expect(await claim('w1')).toMatchObject({
      key: 'first',
      payload: { about: 'first' },
      status: 'running',
      attempts: 1,
      leasedBy: 'w1',
      leasedUntil: secondsAfter(lease),
    });
    expect(await claim('w2')).toBeNull();
    await world.setNow(secondsAfter(30));
    expect(await claim('w2')).toMatchObject({ key: 'later', leasedBy: 'w2' });
  });

  it('of a kind and key wait only once; a second call brings the first forward', async () => {
    const first = await enqueue('a', { delaySeconds: 100 });
    const second = await enqueue('a', { delaySeconds: 10 });
    const third = await enqueue('a', { delaySeconds: 50 });
    expect(second.id).toBe(first.id);
    expect(third).toMatchObject({ id: first.id, runAt: secondsAfter(10) });
    expect((await enqueue('a', { kind: 'deduplicate' })).id).not.toBe(first.id);
  });

  it('of a kind and key do not run in parallel', async () => {
    const first = await enqueue('a');
    await claim('w1');
    const second = await enqueue('a');
    await enqueue('b');
    expect(second.id).not.toBe(first.id);
    expect(await claim('w2')).toMatchObject({ key: 'b' });
    expect(await claim('w3')).toBeNull();
    await world.store.completeJob(first.id, 'w1', { candidates: 3 });
    expect(await claim('w3')).toMatchObject({ id: second.id });
    expect(await all()).toContainEqual(
      expect.objectContaining({ id: first.id, status: 'done', result: { candidates: 3 }, finishedAt: start }),
    );
  });

  it('of a killed worker are taken over when the lease expires, before a waiting job of the same key', async () => {
    const first = await enqueue('a');
    await claim('w1');
    const second = await enqueue('a');
    await world.setNow(secondsAfter(lease - 1));
    expect(await claim('w2')).toBeNull();
    await world.setNow(secondsAfter(lease));
    expect(await claim('w2')).toMatchObject({ id: first.id, attempts: 2, leasedBy: 'w2' });
    expect(await claim('w3')).toBeNull();

    const lost = { code: 'lease_lost' };
    await expect(world.store.completeJob(first.id, 'w1', {})).rejects.toMatchObject(lost);
    await expect(world.store.renewLease(first.id, 'w1', lease)).rejects.toMatchObject(lost);
    await expect(world.store.failJob(first.id, 'w1', failure)).rejects.toMatchObject(lost);
    await expect(world.store.releaseJob(first.id, 'w1')).rejects.toMatchObject(lost);
    await world.store.completeJob(first.id, 'w2', {});
    await expect(world.store.completeJob(first.id, 'w2', {})).rejects.toMatchObject(lost);
    expect(await claim('w3')).toMatchObject({ id: second.id });
  });

  it('lose no try to an outage, however often, and wait a little each time', async () => {
    const { id } = await enqueue();
    for (let count = 0; count < tries + 2; count += 1) {
      await world.setNow(secondsAfter(count * 60));
      expect(await claim()).toMatchObject({ id, attempts: 1 });
      const away = { ...failure, error: 'the store is away', counted: false };
      expect(await world.store.failJob(id, 'w1', away)).toMatchObject({
        status: 'waiting',
        attempts: 0,
        error: 'the store is away',
        runAt: secondsAfter((count + 1) * 60),
      });
    }
  });

  it("that make vectors wait for a worker with the store's embedder", async () => {
    await world.store.claimSetting('embedder', { id: 'ours', dimensions: 512 });
    const { id } = await enqueue('missing', { kind: 'embed' });
    await enqueue('a');
    const claimWith = (embedder: string | null) => world.store.claimJob('w1', lease, tries, { embedder });
    expect(await claimWith(null)).toMatchObject({ key: 'a' });
    expect(await claimWith(null)).toBeNull();
    expect(await claimWith('another')).toBeNull();
    expect(await claimWith('ours')).toMatchObject({ id, attempts: 1 });
    await world.setNow(secondsAfter(lease));
    // also when its worker was killed
    await world.store.completeJob((await claimWith(null))?.id ?? '', 'w1', {});
    expect(await claimWith(null)).toBeNull();
    expect(await claimWith('ours')).toMatchObject({ id, attempts: 2 });
  });

  it('keep their lease as long as it is renewed', async () => {
    const { id } = await enqueue();
    await claim('w1');
    await world.setNow(secondsAfter(50));
    await world.store.renewLease(id, 'w1', lease);
    await world.setNow(secondsAfter(109));
    expect(await claim('w2')).toBeNull();
    await world.setNow(secondsAfter(110));
    expect(await claim('w2')).toMatchObject({ id });
  });

  it('back off exponentially up to the longest delay, and become dead after the last try', async () => {
    const { id } = await enqueue();
    const delays: number[] = [];
    let now = 0;
    for (let attempt = 1; attempt < tries; attempt += 1) {
      expect(await claim()).toMatchObject({ id, attempts: attempt });
      const failed = await world.store.failJob(id, 'w1', failure);
      expect(failed).toMatchObject({ status: 'waiting', error: 'no answer', leasedBy: null });
      delays.push((failed.runAt.getTime() - secondsAfter(now).getTime()) / 1_000);
      now = (failed.runAt.getTime() - start.getTime()) / 1_000;
      await world.setNow(secondsAfter(now - 1));
      expect(await claim()).toBeNull();
      await world.setNow(secondsAfter(now));
    }
    expect(delays).toEqual([60, 120, 240, 480, 960, 1_920, 3_600]);

    await claim();
    expect(await world.store.failJob(id, 'w1', failure)).toMatchObject({
      status: 'dead',
      attempts: tries,
      error: 'no answer',
      finishedAt: secondsAfter(now),
    });
    await world.setNow(secondsAfter(now + 100_000));
    expect(await claim()).toBeNull();
    expect(await world.store.listJobs({ status: 'dead', limit: 10 })).toMatchObject([{ id }]);
  });

  it('that kill their process each time become dead in the end', async () => {
    const { id } = await enqueue();
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      expect(await claim()).toMatchObject({ id, attempts: attempt });
      await world.setNow(secondsAfter(attempt * lease));
    }
    await enqueue('other');
    expect(await claim()).toMatchObject({ key: 'other' });
    expect(await world.store.listJobs({ status: 'dead', limit: 10 })).toMatchObject([
      { id, attempts: tries },
    ]);
  });

  it('that back off are not brought forward by another call', async () => {
    const { id } = await enqueue();
    await claim();
    const { runAt } = await world.store.failJob(id, 'w1', failure);
    expect(await enqueue()).toMatchObject({ id, runAt, attempts: 1 });
  });

  it('that fail while another of their key waits replace it, and keep their tries', async () => {
    const { id } = await enqueue();
    await claim();
    await enqueue();
    expect(await world.store.failJob(id, 'w1', failure)).toMatchObject({
      id,
      status: 'waiting',
      attempts: 1,
    });
    expect(await all()).toHaveLength(1);
    await world.setNow(secondsAfter(60));
    expect(await claim()).toMatchObject({ id, attempts: 2 });
  });

  it('returned at shutdown are due at once and have lost no try', async () => {
    const { id } = await enqueue();
    await claim();
    await enqueue();
    await world.store.releaseJob(id, 'w1');
    expect(await all()).toMatchObject([
      { id, status: 'waiting', attempts: 0, leasedBy: null, leasedUntil: null },
    ]);
    expect(await claim('w2')).toMatchObject({ id, attempts: 1 });
  });

  it('that are dead or waiting become due by a retry, with all their tries again', async () => {
    const { id } = await enqueue();
    await claim();
    await world.store.failJob(id, 'w1', { ...failure, attempts: 1 });
    await enqueue();
    expect(await world.store.retryJob(id)).toMatchObject({
      id,
      status: 'waiting',
      attempts: 0,
      runAt: start,
      finishedAt: null,
    });
    expect(await all()).toHaveLength(1);

    await claim();
    await expect(world.store.retryJob(id)).rejects.toMatchObject({
      code: 'conflict',
      message: `job ${id} is running: only a dead or waiting job can be retried`,
    });
    await world.store.failJob(id, 'w1', failure);
    expect(await world.store.retryJob(id)).toMatchObject({ status: 'waiting', attempts: 0, runAt: start });
    await expect(world.store.retryJob(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('that failed can all be retried at once, and no others', async () => {
    const fail = async (key: string, attempts: number) => {
      await enqueue(key);
      const job = await claim();
      await world.store.failJob(job?.id ?? '', 'w1', { ...failure, attempts });
      return job?.id;
    };
    const [dead, waiting] = [await fail('dead', 1), await fail('waiting', tries)];
    await enqueue('later', { delaySeconds: 30 });
    await enqueue('running');
    await claim();
    expect(await world.store.retryFailedJobs()).toBe(2);
    const due = [
      { id: dead, status: 'waiting', attempts: 0, runAt: start, error: 'no answer' },
      { id: waiting, status: 'waiting', attempts: 0, runAt: start, error: 'no answer' },
    ];
    expect((await all()).filter(({ key }) => key === 'dead' || key === 'waiting')).toEqual(
      expect.arrayContaining(due.map((job) => expect.objectContaining(job) as unknown)),
    );
    expect(await world.store.countOpenJobs()).toMatchObject({ open: 4, due: 2, failing: 2, dead: 0 });
  });

  it('that failed are retried once for each key, even if another one waits', async () => {
    await enqueue();
    const { id } = (await claim()) ?? { id: '' };
    await world.store.failJob(id, 'w1', { ...failure, attempts: 1 });
    await enqueue();
    expect(await world.store.retryFailedJobs()).toBe(1);
    expect(await all()).toMatchObject([{ id, status: 'waiting' }]);
  });

  it('are counted as open, due and dead, with the time when the next is due', async () => {
    expect(await world.store.countOpenJobs()).toEqual({
      open: 0,
      due: 0,
      failing: 0,
      dead: 0,
      deadByKind: {},
      nextRunAt: null,
    });
    await enqueue('a', { delaySeconds: 30 });
    await enqueue('b');
    await world.setNow(secondsAfter(1));
    await enqueue('c');
    const { id } = (await claim())!;
    await enqueue('b'); // waits for the running one, so it is not due
    expect(await world.store.countOpenJobs()).toEqual({
      open: 4,
      due: 1,
      failing: 0,
      dead: 0,
      deadByKind: {},
      nextRunAt: secondsAfter(1),
    });
    await world.store.failJob(id, 'w1', { ...failure, attempts: 1 });
    expect(await world.store.countOpenJobs()).toEqual({
      open: 3,
      due: 2,
      failing: 0,
      dead: 1,
      deadByKind: { extract: 1 },
      nextRunAt: secondsAfter(1),
    });
    await world.setNow(secondsAfter(30));
    expect(await world.store.countOpenJobs()).toMatchObject({ open: 3, due: 3 });
  });

  it('are listed newest first, by status', async () => {
    await enqueue('a');
    await world.setNow(secondsAfter(1));
    await enqueue('b');
    expect((await all()).map((job) => job.key)).toEqual(['b', 'a']);
    expect(await world.store.listJobs({ status: 'waiting', limit: 1 })).toMatchObject([{ key: 'b' }]);
    expect(await world.store.listJobs({ status: 'done', limit: 1 })).toEqual([]);
  });

  it('of an unknown kind are refused', async () => {
    const call = world.database.call('enqueue_job', {
      user: 'me',
      kind: 'dance',
      key: 'a',
      payload: {},
      delaySeconds: 0,
    });
    await expect(call).rejects.toMatchObject({ code: 'invalid_input' });
  });

  describe.runIf(testDatabase.capabilities.concurrentConnections)(
    'in a race (two connections: a Postgres server)',
    () => {
      it('are enqueued once by many callers', async () => {
        const enqueued = await Promise.all(Array.from({ length: 20 }, () => enqueue()));
        expect(new Set(enqueued.map((job) => job.id)).size).toBe(1);
      });

      it('are claimed once each among many workers', async () => {
        await Promise.all(Array.from({ length: 10 }, (_, index) => enqueue(`key ${index}`)));
        const claimed = await Promise.all(Array.from({ length: 30 }, (_, index) => claim(`w${index}`)));
        const ids = claimed.flatMap((job) => (job ? [job.id] : []));
        expect(new Set(ids).size).toBe(ids.length);
        expect(await all()).toHaveLength(10);
        // a worker may pass over one that another was claiming, but nothing stays
        while (await claim('last')) ids.push('last');
        expect(ids).toHaveLength(10);
      });

      it('never run twice at a time for one key, and none is left over while workers claim, end, fail and enqueue', async () => {
        let running = 0;
        let most = 0;
        const work = async (worker: string) => {
          for (let round = 0; round < 25; round += 1) {
            await enqueue();
            const job = await claim(worker);
            if (!job) continue;
            running += 1;
            most = Math.max(most, running);
            await new Promise((resolve) => setImmediate(resolve));
            running -= 1;
            if (round % 3 === 0)
              await world.store.failJob(job.id, worker, { ...failure, attempts: 1_000, firstDelay: 0 });
            else if (round % 3 === 1) await world.store.releaseJob(job.id, worker);
            else await world.store.completeJob(job.id, worker, {});
          }
        };
        await Promise.all(['w1', 'w2', 'w3', 'w4', 'w5', 'w6'].map(work));
        expect(most).toBe(1);
        const open = (await all()).filter((job) => job.status === 'waiting' || job.status === 'running');
        expect(open.length).toBeLessThanOrEqual(1);
      });
    },
  );

  function enqueue(
    key = 'a',
    { kind = 'extract', delaySeconds = 0 }: { kind?: JobKind; delaySeconds?: number } = {},
  ) {
    return world.store.enqueueJob({ kind, key, payload: { about: key }, delaySeconds });
  }

  function claim(worker = 'w1') {
    return world.store.claimJob(worker, lease, tries);
  }

  function all() {
    return world.store.listJobs({ status: null, limit: 100 });
  }
});
