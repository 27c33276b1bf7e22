import { randomUUID } from 'node:crypto';
import { postgresUrl } from '@devai/db/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryError } from '../src/errors.ts';
import type { MemoryRecord } from '../src/store/memories.ts';
import { daysAfter, openWorld, start, user } from '../testing/open-world.ts';
import { sampleStatement, sampleVector } from './sample-statement.ts';
import { testDatabases } from './test-database.ts';
import { testPostgres } from './test-postgres.ts';

const racing = testDatabases().filter(({ capabilities }) => capabilities.concurrentConnections);

if (racing.length === 0) {
  it.skip('needs concurrent connections: a full run with a Postgres server', () => {});
}

describe.each(racing)('memories written at the same time on $name', (testDatabase) => {
  const world = openWorld(testDatabase);

  it('have one valid row for each statement, however remember and apply interleave', async () => {
    const contents = fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e'], { minLength: 1 });
    const step = fc.oneof(
      fc.record({ how: fc.constant('remember'), contents }),
      fc.record({ how: fc.constant('apply'), contents }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        await world.query(
          'truncate public.devai_memories, public.devai_memory_events, public.devai_jobs cascade',
        );
        await Promise.all(
          steps.map(async ({ how, contents: said }, index) =>
            how === 'apply'
              ? apply(`worker ${index}`, said, 'add', null)
              : Promise.all(
                  said.map((content) => world.store.remember(sampleStatement(content), user, 'said')),
                ),
          ),
        );
        const expected = new Set(steps.flatMap(({ contents: said }) => said)).size;
        expect(await validRows()).toEqual(Array.from({ length: expected }, () => 1));
        const events = await world.query('select count(*)::integer as added from public.devai_memory_events');
        expect(events).toEqual([{ added: expected }]);
      }),
      { numRuns: 25 },
    );
  }, 60_000);

  it('are replaced by one of many workers, and no statement of the others is lost', async () => {
    const target = await world.add('port 0');
    const contents = Array.from({ length: 8 }, (_, index) => `port ${index + 1}`);
    const applied = await Promise.all(
      contents.map((content) => apply(content, [content], 'update', target.id)),
    );
    const actions = applied.flat().map(({ action }) => action);
    expect(actions.filter((action) => action === 'updated')).toHaveLength(1);
    expect(actions.filter((action) => action === 'added')).toHaveLength(7);
    expect(await validRows()).toHaveLength(8);
  });

  it('are applied once when a worker that was thought dead comes back', async () => {
    const job = await world.store.enqueueJob({ kind: 'deduplicate', key: 'x', payload: {}, delaySeconds: 0 });
    await world.store.claimJob('w', 60, 8);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, (_, index) =>
        world.store.applyDecisions({
          jobId: job.id,
          worker: 'w',
          candidates: [sampleStatement(`text ${index}`)],
          decisions: [{ candidate: 0, action: 'add', targetId: null, reason: 'r' }],
          watermark: null,
          result: {},
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await validRows()).toEqual([1]);
  });

  it('never deadlock, whatever mix of touching, changing, undoing, forgetting and decay runs', async () => {
    const hashes = new Map<string, string>();
    for (let index = 0; index < 12; index += 1) {
      const { id, contentHash } = await world.add(
        sampleStatement(`text ${index}`, { namespace: index % 2 ? 'devai/user' : 'devai/project/p' }),
      );
      hashes.set(id, contentHash);
    }
    const ids = [...hashes.keys()];
    const vectorsOf = (chosen: string[]) =>
      chosen.map((id) => ({ id, contentHash: hashes.get(id) ?? '', vector: sampleVector(1) }));
    const pick = (seed: number, count: number) =>
      Array.from({ length: count }, (_, index) => ids[(seed * 7 + index * 5) % ids.length] ?? '');
    const actions: ((seed: number) => Promise<unknown>)[] = [
      (seed) => world.store.reinforceMemories(pick(seed, 6).toReversed()),
      (seed) => world.store.reinforceMemories(pick(seed + 3, 6)),
      (seed) => apply(`w${seed}`, [`new ${seed}`, `text ${seed % 12}`], 'update', pick(seed, 1)[0] ?? null),
      (seed) => world.store.restoreMemory(pick(seed, 1)[0] ?? '', user, 'r'),
      (seed) => world.store.invalidateMemory(pick(seed, 1)[0] ?? '', user, 'r'),
      (seed) => world.store.updateMemory(pick(seed, 1)[0] ?? '', { pinned: seed % 2 === 0 }, user, 'r'),
      (seed) => world.store.updateMemory(pick(seed, 1)[0] ?? '', { namespace: 'devai/global' }, user, 'r'),
      () => world.store.decay({ threshold: 0.05, warnDays: 7 }),
      (seed) => world.store.setEmbeddings('m', vectorsOf(pick(seed, 5))),
      (seed) => world.store.forgetMemory(pick(seed, 1)[0] ?? '', user, { messages: true }),
    ];
    for (let round = 0; round < 12; round += 1) {
      const outcomes = await Promise.allSettled(actions.map((action, index) => action(round * 3 + index)));
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') {
          // what is gone or said already is refused; a deadlock would be database_failed
          expect(['not_found', 'conflict']).toContain(
            outcome.reason instanceof MemoryError ? outcome.reason.code : outcome.reason,
          );
        }
      }
    }
    for (const rows of await validRows()) expect(rows).toBe(1);
  }, 60_000);

  it('are locked in one order, whatever order they are given in', async () => {
    const added: MemoryRecord[] = [];
    for (let index = 0; index < 60; index += 1) added.push(await world.add(`text ${index}`));
    const ids = added.map(({ id }) => id);
    const vectors = added.map(({ id, contentHash }) => ({ id, contentHash, vector: sampleVector(1) }));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 80 }, async (_, index) =>
        index % 2 === 0
          ? world.store.reinforceMemories(ids.toReversed())
          : world.store.setEmbeddings(`m${index}`, vectors),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  it('are pruned once, with one event, when several processes run decay at once', async () => {
    for (let index = 0; index < 30; index += 1) await world.add(`text ${index}`);
    await world.setNow(daysAfter(60));
    const reports = await Promise.all(
      Array.from({ length: 5 }, () => world.store.decay({ threshold: 0.05, warnDays: 7 })),
    );
    expect(reports.reduce((sum, { prunedMemories }) => sum + prunedMemories, 0)).toBe(30);
    const events = await world.query(
      `select memory_id from public.devai_memory_events where action = 'pruned'`,
    );
    expect(new Set(events.map(({ memory_id: id }) => id)).size).toBe(30);
    expect(events).toHaveLength(30);
  });

  it('have every access counted when they are touched at the same time', async () => {
    const { id } = await world.add('text');
    await Promise.all(Array.from({ length: 20 }, () => world.store.reinforceMemories([id])));
    expect(await world.get(id)).toMatchObject({ accessCount: 20, lastAccessedAt: start });
  });

  const validRows = async () =>
    (
      await world.query(
        'select scope, content_hash, count(*)::integer as rows from public.devai_memories where is_valid group by 1, 2',
      )
    ).map(({ rows }) => rows);

  const apply = async (
    worker: string,
    contents: string[],
    action: 'add' | 'update',
    targetId: string | null,
  ) => {
    const job = await world.store.enqueueJob({
      kind: 'deduplicate',
      key: randomUUID(),
      payload: {},
      delaySeconds: 0,
    });
    await world.query(
      `update public.devai_jobs set status = 'running', leased_by = $2, leased_until = now() where id = $1`,
      [job.id, worker],
    );
    return world.store.applyDecisions({
      jobId: job.id,
      worker,
      candidates: contents.map((content) => sampleStatement(content)),
      decisions: contents.map((_, candidate) => ({ candidate, action, targetId, reason: 'r' })),
      watermark: null,
      result: {},
    });
  };
});

// a store of its own, because connections of earlier tests report their updates late
describe.each(
  testDatabases().flatMap(({ name }) => (name === 'postgres' ? [testPostgres(postgresUrl() ?? '')] : [])),
)('touching on $name', (testDatabase) => {
  const world = openWorld(testDatabase);

  it('is a heap-only (HOT) update in at least 95 of 100 cases', async () => {
    const rows = 600;
    for (let index = 0; index < rows; index += 1) {
      await world.add(
        sampleStatement(`a statement of an ordinary length about subject number ${index} and what follows`, {
          vector: sampleVector(Math.cos(index), Math.sin(index), 0.3),
          embeddingModel: 'm1',
          title: `Subject ${index}`,
        }),
      );
    }
    await world.query('vacuum analyze public.devai_memories');
    const ids = (await world.query('select id from public.devai_memories order by created_at, id')).map(
      ({ id }) => String(id),
    );
    expect(await hotShareOf(world, ids)).toBeGreaterThanOrEqual(0.95);
  });
});

/** Of 200 turns with 15 memories each. */
async function hotShareOf(world: ReturnType<typeof openWorld>, ids: string[]): Promise<number> {
  await world.query('select pg_stat_reset()');
  let firstAfter = '0';
  for (let turn = 0; turn < 200; turn += 1) {
    // what one turn recalls stands, as a rule, in pages of its own
    const recalled = Array.from(
      { length: 15 },
      (_, index) => ids[(turn * 7 + index * 40) % ids.length] ?? '',
    );
    await expect.poll(() => countEarlier(world, firstAfter), { interval: 2 }).toBe(0);
    await world.store.reinforceMemories(recalled);
    const [row] = await world.query('select pg_snapshot_xmax(pg_current_snapshot())::text as next');
    firstAfter = String(row?.['next']);
  }
  const stats = async () => {
    const [row] = await world.query(
      `select n_tup_upd::integer as updates, n_tup_hot_upd::integer as hot
       from pg_stat_user_tables where relname = 'devai_memories'`,
    );
    return row;
  };
  // a connection reports at the latest after it was idle for ten seconds
  await expect.poll(stats).toMatchObject({ updates: 3_000 });
  return Number((await stats())?.['hot']) / 3_000;
}

/**
 * How many transactions may still see rows from before transaction `id`: while there is one, the versions that were replaced by then cannot make
 * room for new ones. A transaction that writes counts wherever on the server it runs, one that reads only in this database.
 */
async function countEarlier({ query }: ReturnType<typeof openWorld>, id: string): Promise<number> {
  const [row] = await query(
    `select count(*)::integer as count from pg_stat_activity
     where pid <> pg_backend_pid()
       and (backend_xid::text::bigint < $1::bigint
         or datname = current_database() and backend_xmin::text::bigint < $1::bigint)`,
    [id],
  );
  return Number(row?.['count']);
}
