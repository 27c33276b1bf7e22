import { z } from 'zod';
import { createStore } from '../../../packages/memory/src/store/store.ts';
import { fadedBelow, warnDays } from '../../../packages/memory/src/store/upkeep.ts';
import type { BenchDatabase } from '../bench-database.ts';

export type DecayFigures = {
  milliseconds: number;
  pruned: number;
  /** Memories past their `expires_at`. */
  expired: number;
  /** Rows of memories with a new version. */
  written: number;
  /** Bytes of the write-ahead log. */
  logBytes: number;
  /** Figures of an immediate second run, which has nothing to end. */
  againMilliseconds: number;
  againWritten: number;
};

const position = z.array(z.object({ position: z.string(), highest: z.coerce.number() })).length(1);
const counted = z.array(z.object({ count: z.coerce.number() })).length(1);
const bytes = z.array(z.object({ bytes: z.coerce.number() })).length(1);

/** Measures the daily run, twice. The written rows are those whose version was made by a later transaction. */
export async function measureDecay(store: BenchDatabase): Promise<DecayFigures> {
  const memories = createStore(store.database);
  const run = async () => {
    const before = await positionOf(store);
    const started = performance.now();
    const { prunedMemories, expiredMemories } = await memories.decay({
      threshold: fadedBelow,
      warnDays,
    });
    const milliseconds = performance.now() - started;
    return {
      milliseconds,
      prunedMemories,
      expiredMemories,
      written: await writtenSince(store, before.highest),
      logBytes: await bytesSince(store, before.position),
    };
  };
  const first = await run();
  const second = await run();
  return {
    milliseconds: first.milliseconds,
    pruned: first.prunedMemories,
    expired: first.expiredMemories,
    written: first.written,
    logBytes: first.logBytes,
    againMilliseconds: second.milliseconds,
    againWritten: second.written,
  };
}

async function positionOf(store: BenchDatabase) {
  const [now] = position.parse(
    await store.query(
      `select pg_current_wal_insert_lsn()::text as position, (pg_current_xact_id()::text::bigint % 4294967296)::text as highest`,
    ),
  );
  return now ?? { position: '0/0', highest: 0 };
}

async function writtenSince(store: BenchDatabase, highest: number): Promise<number> {
  const rows = await store.query(
    'select count(*) as count from public.devai_memories where xmin::text::bigint > $1::bigint',
    [highest],
  );
  return counted.parse(rows)[0]?.count ?? 0;
}

async function bytesSince(store: BenchDatabase, from: string): Promise<number> {
  const rows = await store.query(
    'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1::pg_lsn)::bigint as bytes',
    [from],
  );
  return bytes.parse(rows)[0]?.bytes ?? 0;
}
