import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { storedUser } from '../../../packages/memory/src/users.ts';
import { type BenchDatabase, type BenchDriver, openBenchDatabase } from '../bench-database.ts';
import { percentile } from '../../../packages/memory/testing/percentile.ts';
import type { ProgressBar } from '../../../packages/memory/testing/progress-bar.ts';
import { endSessions, nameOf } from './end-sessions.ts';
import { openForJobs, type WorkSettings } from './work-on-jobs.ts';

export type JobsSettings = WorkSettings & {
  driver: BenchDriver;
  url: string | undefined;
  sessions: number;
  users: number;
  /** Seconds of work. */
  seconds: number;
  bar: ProgressBar;
};

export type JobsRun = {
  processes: number;
  /** Seconds in which the sessions ended. */
  ending: number;
  perSecond: number;
  /** Milliseconds of a claim. The longest is the first, which turns the sessions into jobs. */
  claims: { p50: number; p99: number; longest: number };
  /** Seconds from the start of the work until a user's first extraction, of the users that had one, without the busy one. */
  firsts: { p50: number; p99: number };
  /** Users who had an extraction, without the busy one, and how many there are without those for whom the model hangs. */
  served: number;
  others: number;
  ofBusyUser: number;
  /** Pairs of a user's jobs of which the younger one was claimed first. */
  outOfOrder: number;
  tokens: number;
  dead: number;
};

const claimTimes = z.array(z.number());

/** Works off sessions of many users that ended together, with some processes on one store, and looks at who was served, and when. */
export async function runJobsBench(
  processes: number,
  { driver, url, sessions, users, seconds, bar, ...work }: JobsSettings,
): Promise<JobsRun> {
  const store = await openBenchDatabase(driver, url);
  try {
    const { seconds: ending } = await endSessions(store.database, { sessions, users, bar });
    await pause(1_500); // until the last is due
    await store.query('vacuum analyze');
    const workers = await openWorkers(processes, store, work);
    const [begun] = await store.query('select clock_timestamp() as at');
    for (const { start } of workers) start();
    const started = performance.now();
    for (let passed = 0; passed < seconds; passed = (performance.now() - started) / 1_000) {
      bar.show('seconds', Math.round(passed), seconds);
      const [open] = await store.query(`select from public.devai_jobs where status in ('waiting', 'running')
        union all select from public.devai_sessions where end_due_at is not null limit 1`);
      if (!open) break;
      await pause(500);
    }
    const lasted = (performance.now() - started) / 1_000;
    const done = await store.query(jobsDone, [begun?.['at'], storedUser(nameOf(0))]);
    const times = (await Promise.all(workers.map(({ stop }) => stop()))).flat();
    const figures = z.array(doneJobs).parse(done)[0];
    if (figures === undefined) throw new Error('no job was counted');
    const { all, ofBusyUser, firsts, outOfOrder, tokens, dead } = figures;
    return {
      ...{ processes, ending, ofBusyUser, outOfOrder, tokens, dead },
      perSecond: all / lasted,
      claims: { p50: percentile(times, 0.5), p99: percentile(times, 0.99), longest: Math.max(...times) },
      firsts: { p50: percentile(firsts, 0.5), p99: percentile(firsts, 0.99) },
      served: firsts.length,
      others: users - 1 - work.hanging,
    };
  } finally {
    await store.close();
  }
}

const count = z.coerce.number();
const doneJobs = z.object({
  all: count,
  ofBusyUser: count,
  firsts: z.array(count),
  outOfOrder: count,
  tokens: count,
  dead: count,
});

const jobsDone = `
  with claimed as (
    select j.user_id, j.run_at, j.claim_number, j.status, j.finished_at from public.devai_jobs j
    where j.kind = 'extract' and j.claim_number is not null and j.attempts = 1
  ), in_turn as (
    select c.run_at < lag(c.run_at) over (partition by c.user_id order by c.claim_number) as is_late from claimed c
  ), firsts as (
    select c.user_id, extract(epoch from min(c.finished_at) - $1::timestamptz) as at from claimed c
    where c.status = 'done' and c.user_id <> $2 group by c.user_id
  )
  select
    (select count(*) from claimed c where c.status = 'done')::int as all,
    (select count(*) from claimed c where c.status = 'done' and c.user_id = $2)::int as "ofBusyUser",
    coalesce((select array_agg(f.at::float8) from firsts f), '{}') as firsts,
    (select count(*) from in_turn t where t.is_late)::int as "outOfOrder",
    (select coalesce(sum(u.input_tokens + u.output_tokens), 0) from public.devai_usage u)::int as tokens,
    (select count(*) from public.devai_jobs j where j.status = 'dead')::int as dead`;

/** Starts processes, or, on the embedded store, works in this one. */
async function openWorkers(
  processes: number,
  store: BenchDatabase,
  settings: WorkSettings,
): Promise<{ start: () => void; stop: () => Promise<number[]> }[]> {
  if (store.url === null) {
    return [await openForJobs({ ...store.database, close: async () => {} }, settings)];
  }
  const script = new URL('../jobs.ts', import.meta.url);
  const children = Array.from({ length: processes }, () =>
    fork(script, ['work', store.url ?? '', JSON.stringify(settings)]),
  );
  // each says that it is open
  await Promise.all(children.map((child) => once(child, 'message')));
  return children.map((child) => ({
    start: () => void child.send('begin'),
    stop: () => stopChild(child),
  }));
}

async function stopChild(child: ChildProcess): Promise<number[]> {
  const answer = once(child, 'message');
  child.send('end');
  const [times] = await answer;
  await once(child, 'exit');
  return claimTimes.parse(times);
}
