import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { UsageEntry } from '../src/store/ledger.ts';
import type { StoredRow } from '../src/store/transfer.ts';
import { sampleStatement } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';
import { transferOf } from './transfer-of.ts';
import { daysAfter, openWorld, user } from '../testing/open-world.ts';
import { linesOf } from '../testing/lines-of.ts';

const sessions = [randomUUID(), randomUUID()];

describe.each(testDatabases())('retention on $name', (testDatabase) => {
  const world = openWorld(testDatabase);

  it('keeps a finished job as long as it can be undone', async () => {
    const id = await writeMemories(sessions[0] ?? '', ['a statement']);
    await world.setNow(daysAfter(29.9));
    expect(await tidy()).toMatchObject({ removedJobs: 0 });
    expect((await world.store.undoJob(id, user, 'wrong')).undone).toHaveLength(1);
    await world.setNow(daysAfter(30.1));
    expect(await tidy()).toMatchObject({ removedJobs: 1 });
    expect(await tidy()).toMatchObject({ removedJobs: 0 });
    await expect(world.store.undoJob(id, user, 'wrong')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('keeps dead and waiting jobs, however old they are', async () => {
    await world.store.enqueueJob({ kind: 'extract', key: randomUUID(), payload: {}, delaySeconds: 0 });
    const dead = await world.store.claimJob('w', 60, 8);
    const failure = { error: 'no', attempts: 1, firstDelay: 60, longestDelay: 3_600 };
    await world.store.failJob(dead?.id ?? '', 'w', failure);
    await world.store.enqueueJob({ kind: 'extract', key: randomUUID(), payload: {}, delaySeconds: 0 });
    await world.setNow(daysAfter(1_000));
    expect(await tidy()).toMatchObject({ removedJobs: 0 });
    expect(
      (await world.store.listJobs({ status: null, limit: 9 })).map(({ status }) => status).toSorted(),
    ).toEqual(['dead', 'waiting']);
  });

  it('keeps the cost of a memory when its job is deleted', async () => {
    const [first = '', second = ''] = sessions;
    await writeMemories(first, ['one', 'two']);
    await writeMemories(first, ['three']);
    await writeMemories(second, ['four']);
    const before = await stats(first);
    expect(before.memoryCosts.map(({ jobTokens, madeTogether }) => [jobTokens, madeTogether])).toEqual(
      expect.arrayContaining([
        [101, 2],
        [101, 2],
        [101, 1],
      ]),
    );
    await world.setNow(daysAfter(200));
    expect(await tidy()).toMatchObject({ removedJobs: 3 });
    expect((await stats(first)).memoryCosts).toEqual(before.memoryCosts);
  });

  it('merges old entries of the ledger into one per day, and every sum stays', async () => {
    for (const day of [0, 0.1, 0.2, 1, 1.1]) {
      await world.setNow(daysAfter(day));
      await world.store.recordUsage([
        entry(10),
        entry(5, { sessionId: sessions[1] ?? null }),
        entry(3, { sessionId: null }),
      ]);
    }
    const sums = async () => {
      const all = [await stats(), await stats(sessions[0]), await stats(sessions[1])];
      return all.map(({ usage }) => usage.map(({ operation, allTime }) => ({ operation, allTime })));
    };
    const before = await sums();
    expect(await entries()).toHaveLength(15);
    await world.setNow(daysAfter(90.4));
    expect(await tidy()).toMatchObject({ mergedEntries: 0 });
    // noon of a day: the day of the first three entries is over 90 days ago as a whole, the second is not
    await world.setNow(daysAfter(91.4));
    expect(await tidy()).toMatchObject({ mergedEntries: 6 });
    expect(await tidy()).toMatchObject({ mergedEntries: 0 });
    expect(await sums()).toEqual(before);
    await world.setNow(daysAfter(300));
    expect(await tidy()).toMatchObject({ mergedEntries: 3 });
    expect(await entries()).toHaveLength(6);
    expect(await sums()).toEqual(before);
  });

  it('counts nothing twice when an export from before or after the merge is imported', async () => {
    const ledger = async () =>
      (await linesOf(transferOf(world.store).export())).filter(({ kind }) => kind !== 'job');
    const take = (lines: StoredRow[]) => transferOf(world.store).import(lines);
    await world.store.recordUsage([entry(10), entry(20)]);
    await world.setNow(daysAfter(0.1));
    await world.store.recordUsage([entry(30)]);
    const early = await ledger();
    await world.setNow(daysAfter(200));
    await tidy();
    const late = await ledger();
    expect(await take(early)).toMatchObject({ usage: { added: 0, known: 3 } });
    const { usage: whole } = await stats();
    await world.query('truncate public.devai_usage');
    expect(await take(early)).toMatchObject({ usage: { added: 3 } });
    expect(await take(late)).toMatchObject({ usage: { added: 0, known: 1 } });
    expect((await stats()).usage).toEqual(whole);
    await world.query('truncate public.devai_usage');
    expect(await take(late)).toMatchObject({ usage: { added: 1 } });
    expect((await stats()).usage).toEqual(whole);
  });

  function tidy() {
    return world.store.purgeExpired({ jobDays: 30, ledgerDays: 90, contextDays: 30 });
  }

  function stats(sessionId: string | null = null) {
    return world.store.getStats({
      scopes: null,
      project: null,
      sessionId,
      embeddingModel: 'm1',
      warnDays: 7,
    });
  }

  function entry(inputTokens: number, fields: Partial<UsageEntry> = {}): UsageEntry {
    return {
      operation: 'tag',
      model: 'small',
      inputTokens,
      outputTokens: 1,
      sessionId: sessions[0] ?? null,
      jobId: null,
      ...fields,
    };
  }

  function entries() {
    return world.query('select * from public.devai_usage');
  }

  /** A job of a session that added memories, and cost something. */
  async function writeMemories(sessionId: string, contents: string[]): Promise<string> {
    await world.store.enqueueJob({ kind: 'extract', key: sessionId, payload: {}, delaySeconds: 0 });
    const job = await world.store.claimJob('w', 60, 8);
    await world.store.applyDecisions({
      jobId: job?.id ?? '',
      worker: 'w',
      candidates: contents.map((content) => sampleStatement(content, { sessionId })),
      decisions: contents.map((_, candidate) => ({
        candidate,
        action: 'add',
        targetId: null,
        reason: 'new',
      })),
      watermark: null,
      result: {},
      usage: [entry(100, { operation: 'extract', sessionId, jobId: job?.id ?? null })],
    });
    return job?.id ?? '';
  }
});
