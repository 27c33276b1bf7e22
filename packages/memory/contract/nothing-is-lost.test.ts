import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, describe, expect, inject, it } from 'vitest';
import type { Job } from '../src/store/jobs.ts';
import type { Session } from '../src/store/sessions.ts';
import { createStore } from '../src/store/store.ts';
import { sampleMessage } from './sample-message.ts';
import type { OpenTestDatabase } from '../testing/reused-stores.ts';
import { testDatabases } from './test-database.ts';

const lease = 60;
const tries = 8;
type Take = { job: Job; worker: string; session: Session };

describe.each(testDatabases())('extraction on $name', (testDatabase) => {
  afterAll(() => testDatabase.dispose());

  it('takes each message once, whatever the order of triggers, failures, crashes and compactions', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep(), { minLength: 5, maxLength: 40 }), async (steps) => {
        const store = await testDatabase.open();
        try {
          const history = await play(store, steps);
          expect(history.taken).toEqual(Array.from({ length: history.messages }, (_, index) => index + 1));
        } finally {
          await store.close();
        }
      }),
      { numRuns: inject('stores') === 'server' ? 40 : 10 },
    );
  }, 120_000);
});

/** Plays the steps, then lets the rest be worked off. Returns the message numbers that were taken, in order. */
async function play(store: OpenTestDatabase, steps: Step[]): Promise<{ messages: number; taken: number[] }> {
  const sessions = createStore(store.database);
  const jobs = createStore(store.database);
  const id = randomUUID();
  const taken: number[] = [];
  const slow: Take[] = [];
  let now = Date.UTC(2026, 2, 1);
  let workers = 0;

  const wait = (seconds: number) => store.setNow(new Date((now += seconds * 1_000)));
  const open = () => sessions.openSession({ id, project: null, agent: 'chapo', metadata: {} });
  const current = async (): Promise<Session> => (await sessions.getSession(id)) ?? (await open());
  const fail = (job: Job, worker: string, attempts = tries) =>
    jobs.failJob(job.id, worker, {
      error: '',
      attempts,
      firstDelay: 60,
      longestDelay: 3_600,
    });

  async function take(): Promise<Take | null> {
    await sessions.enqueueDueExtractions();
    const worker = `w${(workers += 1)}`;
    const job = await jobs.claimJob(worker, lease, tries);
    return job && { job, worker, session: await current() };
  }

  /** Applies what an extraction found, with the watermark and the end of the job, in one transaction, as the real one does. */
  async function finish({ job, worker, session }: Take): Promise<void> {
    const [from, through] = [session.extractedThrough, session.messageCount];
    try {
      await store.query(
        'select public.devai__lock_leased_job($1, $2), public.devai__move_watermark($3, $4, $5), public.devai__finish_job($1, null)',
        [job.id, worker, id, from, through],
      );
      for (let number = from + 1; number <= through; number += 1) taken.push(number);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === '22DV3') await fail(job, worker);
      else if (code !== '22DV4') throw error;
    }
  }

  async function work(outcome: string): Promise<void> {
    const one = await take();
    if (one === null || outcome === 'crash') return;
    if (outcome === 'slow') slow.push(one);
    else if (outcome === 'fail' || outcome === 'refuse')
      await fail(one.job, one.worker, outcome === 'fail' ? tries : 1);
    else if (outcome === 'give back') await jobs.releaseJob(one.job.id, one.worker);
    else {
      if (outcome === 'overtaken') await append(1);
      await finish(one);
    }
  }

  async function append(count: number): Promise<void> {
    const messages = Array.from({ length: count }, () => sampleMessage('text'));
    await sessions.appendMessages(id, messages, { idleSeconds: 1_800, every: 5 });
  }

  async function compact(messages: number): Promise<void> {
    const session = await current();
    const through = Math.min(session.messageCount, session.summaryThrough + messages);
    if (through === session.summaryThrough) return;
    await sessions.saveCompaction({
      sessionId: id,
      from: session.summaryThrough,
      through,
      before: session.summary,
      summary: '',
      summaryHash: '',
      candidates: [],
    });
    for (let number = session.extractedThrough + 1; number <= through; number += 1) taken.push(number);
  }

  async function run(one: Step): Promise<void> {
    if (one.do === 'append') await append(one.messages);
    else if (one.do === 'wait') await wait(one.seconds);
    else if (one.do === 'work') await work(one.outcome);
    else if (one.do === 'compact') await compact(one.messages);
    else if (one.do === 'end') await sessions.endSession(id, one.grace);
    else if (one.do === 'open') await open();
    else if (one.do === 'look') await sessions.enqueueDueExtractions();
    else if (one.do === 'restart') await sessions.endOrphanedSessions(30);
    else for (const late of slow.splice(0)) await finish(late);
  }

  await wait(0);
  await open();
  for (const one of steps) await run(one);

  for (let round = 0; round < 20; round += 1) {
    await wait(4_000);
    for (const dead of await jobs.listJobs({ status: 'dead', limit: 100 })) await jobs.retryJob(dead.id);
    for (let one = await take(); one !== null; one = await take()) await finish(one);
  }
  for (const late of slow) await finish(late);
  return { messages: (await current()).messageCount, taken };
}

type Step = ReturnType<typeof anyStep> extends fc.Arbitrary<infer Value> ? Value : never;

/** What can happen to a session and its extraction, in any order. */
function anyStep() {
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('append' as const), messages: fc.integer({ min: 1, max: 4 }) }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 2_500 }) }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('work' as const),
        outcome: fc.constantFrom('done', 'overtaken', 'slow', 'crash', 'fail', 'give back', 'refuse'),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('compact' as const), messages: fc.integer({ min: 1, max: 6 }) }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('end' as const), grace: fc.constantFrom(0, 30) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constantFrom('open' as const, 'finish slow' as const, 'look' as const, 'restart' as const),
      }),
    },
  );
}
