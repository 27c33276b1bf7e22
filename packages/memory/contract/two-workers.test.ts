import { setTimeout as pause } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Memory } from '../src/memory.ts';
import type { Database } from '../src/ports.ts';
import { factText } from '../testing/fact-answers.ts';
import { countMessages, openFactMemory, sayFacts } from './processes/fact-session.ts';
import { testDatabases } from './test-database.ts';

const racing = testDatabases().filter(({ capabilities }) => capabilities.concurrentConnections);

if (racing.length === 0) {
  it.skip('needs concurrent connections: a full run with a Postgres server', () => {});
}

/** A database that waits before each call, as long as the next of the given milliseconds; then without end again. */
function delayed(database: Database, delays: number[]): Database {
  let calls = 0;
  return {
    ...database,
    async call(name, args) {
      const delay = delays[calls++ % delays.length] ?? 0;
      if (delay > 0) await pause(delay);
      return database.call(name, args);
    },
  };
}

describe.each(racing)('two workers at once on $name', (testDatabase) => {
  afterAll(() => testDatabase.dispose());

  const fact = fc.integer({ min: 1, max: 6 });
  const session = fc.array(fact, { minLength: 1, maxLength: 4 });
  const delays = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 12 });

  it('leave one memory of each statement, and never deadlock, however their steps interleave', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(session, { minLength: 2, maxLength: 5 }),
        fc.array(fact, { maxLength: 3 }),
        delays,
        delays,
        async (sessions, remembered, first, second) => {
          const store = await testDatabase.open();
          try {
            const workers = await Promise.all(
              [first, second].map((pace) => openFactMemory(delayed(store.database, pace), 8, () => 0.5)),
            );
            const [one, other] = workers;
            if (!one || !other) throw new Error('there are two workers');
            for (const facts of sessions) await sayFacts(one, facts);
            await Promise.all([
              one.jobs.drain(),
              other.jobs.drain(),
              ...remembered.map((said) => other.remember({ content: factText(said), project: 'taskforge' })),
              // a session continues while it is extracted
              sayFacts(other, [1, 2]),
            ]);
            await Promise.all(workers.map((worker) => worker.jobs.drain()));
            await expectOneOfEach(one, new Set([...sessions.flat(), ...remembered, 1, 2]));
          } finally {
            await store.close();
          }
        },
      ),
      { numRuns: 15 },
    );
  }, 120_000);

  async function expectOneOfEach(memory: Memory, said: Set<number>): Promise<void> {
    const rows = await memory.memories.list({ includeInvalid: true, limit: 100 });
    expect(rows.map(({ content }) => content).toSorted()).toEqual([...said].map(factText).toSorted());
    const { said: messages, taken } = await countMessages(memory);
    expect(taken).toBe(messages);
    const jobs = await memory.jobs.list({ limit: 1_000 });
    // a deadlock, or any other failure, would have cost a try
    expect(jobs.map(({ status, attempts, error }) => ({ status, attempts, error }))).toEqual(
      jobs.map(() => ({ status: 'done', attempts: 1, error: null })),
    );
  }

  it('take over a job of a worker that hung, and nothing is done twice when it wakes up', async () => {
    const store = await testDatabase.open();
    try {
      const awake = Promise.withResolvers<void>();
      const hanging: Database = {
        ...store.database,
        async call(name, args) {
          if (name === 'apply_decisions') await awake.promise;
          // it sleeps: nothing renews its lease
          return name === 'renew_lease' ? null : store.database.call(name, args);
        },
      };
      const first = await openFactMemory(hanging, 0, () => 0);
      const second = await openFactMemory(store.database, 0, () => 0);
      await sayFacts(second, [1, 2, 3]);
      const sleeping = first.jobs.drain();
      while ((await second.jobs.list({ status: 'running' })).length === 0) await pause(10);
      while ((await second.jobs.list({ status: 'done' })).length === 0) {
        await second.jobs.drain();
        await pause(50);
      }
      awake.resolve();
      await sleeping;
      expect(await second.memories.list({ includeInvalid: true })).toHaveLength(3);
      const job = (await second.jobs.list()).find(({ attempts }) => attempts === 2);
      // what is applied a second time would be known
      const added = expect.objectContaining({ action: 'added' });
      expect(job).toMatchObject({
        kind: 'extract',
        status: 'done',
        result: { applied: [added, added, added] },
      });
      // both asked the model, and both calls were paid for
      const { usage } = await second.stats();
      expect(usage).toContainEqual(expect.objectContaining({ operation: 'extract', model: 'facts' }));
      expect(usage.find(({ operation }) => operation === 'extract')?.allTime.calls).toBe(2);
    } finally {
      await store.close();
    }
  });
});
