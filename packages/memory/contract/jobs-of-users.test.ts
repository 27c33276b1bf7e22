import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createStore } from '../src/store/store.ts';
import { openWorld, secondsAfter } from '../testing/open-world.ts';
import { testDatabases } from './test-database.ts';
import { sampleMessage } from './sample-message.ts';

const tries = 8;

describe.each(testDatabases({ driverAtRisk: true }))('jobs of several users on $name', (testDatabase) => {
  const world = openWorld(testDatabase);

  it.each(['alice', 'carol'])('come second at the latest behind a backlog of %s, by age', async (busy) => {
    await backlog(busy, 20);
    expect(await claim()).toEqual(`${busy} 0`);
    await enqueue('bob', 'only');
    const claimed = [await claim(), await claim(), await claim()];
    expect(claimed.slice(0, 2)).toContain('bob only');
    expect(claimed.filter((one) => one !== 'bob only')).toEqual([`${busy} 1`, `${busy} 2`]);
  });

  it('are claimed in turns, whoever enqueued first', async () => {
    for (const [index, user] of ['carol', 'alice', 'bob'].entries()) await backlog(user, 2, 3_000 + index);
    const claimed = [];
    for (let count = 0; count < 6; count += 1) claimed.push(await claim());
    const users = claimed.map(userOf);
    expect([users.slice(0, 3).toSorted(), users.slice(3).toSorted()]).toEqual([
      ['alice', 'bob', 'carol'],
      ['alice', 'bob', 'carol'],
    ]);
  });

  it('are claimed in turns also when all jobs of some failed and wait, or were claimed by their id', async () => {
    await backlog('alice', 3);
    const { id } = await enqueue('alice', 'at once');
    await world.store.claimJob('w', 60, tries, { jobId: id });
    await enqueue('bob', 'only');
    expect([await claim(), await claim()]).toContain('bob only');
    for (const { id: failed } of await ofUser('alice').listJobs({ status: 'running', limit: 10 })) {
      const { leasedBy } = (await ofUser('alice').getJob(failed))!;
      await world.store.failJob(failed, leasedBy ?? '', {
        error: 'e',
        attempts: tries,
        firstDelay: 5,
        longestDelay: 5,
      });
    }
    await world.setNow(secondsAfter(60));
    await enqueue('carol', 'only');
    expect([await claim(), await claim(), await claim()]).toContain('carol only');
  });

  it('leave room for others in each worker, which runs two of one user at most', async () => {
    await backlog('alice', 4);
    await backlog('carol', 1);
    const claimed = [await claim('w1'), await claim('w1'), await claim('w1'), await claim('w1')];
    expect(claimed).toEqual(['alice 0', 'carol 0', 'alice 1', null]);
    expect(await claim('w2')).toBe('alice 2');
    await enqueue('bob', 'only');
    expect(await claim('w1')).toBe('bob only');
    // a job that the worker held when it was cut off is not under way any more
    await world.setNow(secondsAfter(60));
    expect([await claim('w1'), await claim('w1')].map(userOf)).toContain('alice');
  });

  it('that come from sessions keep the order in which the sessions became due', async () => {
    const identities = ['first', 'second', 'third'].map((name) => ({
      ...{ id: randomUUID(), project: null, agent: name },
      metadata: {},
    }));
    for (const one of identities.toReversed()) {
      await ofUser('alice').openSession(one);
      await ofUser('alice').appendMessages(one.id, [sampleMessage('Hello')], { every: 0, idleSeconds: 600 });
    }
    for (const [index, { id }] of identities.entries()) await ofUser('alice').endSession(id, 10 + index);
    await world.setNow(secondsAfter(100));
    const claimed = [await claim(), await claim(), await claim()];
    expect(claimed).toEqual(identities.map(({ id }) => `alice ${id}`));
    const jobs = await ofUser('alice').listJobs({ status: 'running', limit: 10 });
    const due = jobs.map(({ runAt }) => runAt.getTime()).toSorted((a, b) => a - b);
    expect(due).toEqual([10, 11, 12].map((seconds) => secondsAfter(seconds).getTime()));
  });

  it('are made of sessions that are due, of 500 at a time, each without a look at all sessions', async () => {
    await world.query(`insert into public.devai_sessions (id, agent, created_at, last_active_at, message_count, end_due_at)
      select gen_random_uuid(), 'chapo', '2026-01-01', '2026-01-01', 1, '2026-01-01' from generate_series(1, 3000) i`);
    await world.query(`insert into public.devai_messages (id, session_id, number, role, type, content, content_hash, tokens, created_at)
      select gen_random_uuid(), s.id, 1, 'assistant', 'text', '', '', 0, '2026-01-01' from public.devai_sessions s`);
    expect(await world.store.enqueueDueExtractions()).toBe(500);
    expect(await world.store.enqueueDueExtractions()).toBe(500);
    const [session] = await world.query('select id::text from public.devai_sessions order by id limit 1');
    const again = `select public.devai_enqueue_job('me', 'extract', $1, '{}', 0)`;
    expect(await world.pagesRead(again, [session?.['id']])).toBeLessThan(50);
  });

  it.each([
    ['10,000 jobs of one user', `'alice'`],
    ['one job each of 10,000 users', `'user ' || i`],
  ])('are claimed from few pages among %s', async (_, user) => {
    await world.query(`insert into public.devai_jobs (id, user_id, kind, key, status, run_at, created_at)
      select gen_random_uuid(), ${user}, 'extract', i::text, 'waiting', '2026-01-01'::timestamptz + make_interval(secs => i), '2026-01-01'
      from generate_series(1, 10000) i`);
    const call = `select public.devai_claim_job('w', 60, 8, null, null, null, null, null)`;
    expect(await world.pagesRead(call)).toBeLessThan(100);
  });

  describe.runIf(testDatabase.capabilities.concurrentConnections)('in a race', () => {
    it('are claimed by age also while another worker makes jobs of the older sessions', async () => {
      await world.query(`insert into public.devai_sessions (id, user_id, agent, created_at, last_active_at, message_count, end_due_at)
        select ('00000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid, 'alice', 'chapo', '2026-01-01', '2026-01-01', 1,
          '2026-01-01'::timestamptz + make_interval(secs => i)
        from generate_series(1, 1500) i`);
      await world.query(`insert into public.devai_messages (id, session_id, number, role, type, content, content_hash, tokens, created_at)
        select gen_random_uuid(), s.id, 1, 'assistant', 'text', '', '', 0, '2026-01-01' from public.devai_sessions s`);
      const making = world.query('select public.devai_enqueue_due_extractions(), pg_sleep(1)');
      await pause(300);
      expect(Number((await claim())?.slice(-12))).toBe(1);
      await making;
    });

    it('are claimed for one user each by two workers at once', async () => {
      for (let round = 0; round < 10; round += 1) {
        await backlog('alice', 5);
        await enqueue('bob', 'only');
        const claimed = await Promise.all([claim(), claim()]);
        expect(claimed.map(userOf).toSorted()).toEqual(['alice', 'bob']);
        await world.query('delete from public.devai_jobs');
      }
    });
  });

  const ofUser = (user: string) => createStore(world.database, user);

  function enqueue(user: string, key: string, delaySeconds = 0) {
    return ofUser(user).enqueueJob({ kind: 'extract', key: `${user} ${key}`, payload: {}, delaySeconds });
  }

  /** Jobs with the keys 0, 1, …, due for some `since` seconds, the first of which has been due for longest, and is stored last. */
  async function backlog(user: string, count: number, since = 1_000): Promise<void> {
    for (let index = count - 1; index >= 0; index -= 1)
      await enqueue(user, String(index), index / 10 - since);
  }

  /** Without a name, the worker is a new one. */
  const claim = async (worker: string = randomUUID()) => {
    const job = await world.store.claimJob(worker, 60, tries);
    return job && (job.key.startsWith(job.user) ? job.key : `${job.user} ${job.key}`);
  };
});

const userOf = (claimed: string | null): string => claimed?.split(' ')[0] ?? '';
