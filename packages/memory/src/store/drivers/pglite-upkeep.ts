import type { PGlite } from '@electric-sql/pglite';
import { z } from 'zod';
import type { Log } from '../../ports.ts';

/** Calls and milliseconds between two checks for work. */
const callsBetweenLooks = 200;
const timeBetweenLooks = 300_000;
/** Bytes of log since the last checkpoint that call for another. */
const logBetweenCheckpoints = 32 * 1024 * 1024;
/** Milliseconds after a call that erased something until its bytes leave the files: further ones may follow. */
const timeUntilWiped = 5_000;
/** Bytes of a table that is written anew, which keeps other calls waiting. */
const longestRewritten = 256 * 1024 * 1024;
/** The calls that erase on a person's demand. */
const erasing = /devai_(?:forget|cut_forgotten|delete_|erase_|replace_texts)/;

const state = z.object({ log_bytes: z.coerce.number(), tables: z.array(z.string()) });
const touched = z.object({ name: z.string(), is_small: z.boolean() });

/**
 * Does what a Postgres server does in processes that the embedded one lacks: checkpoints, so that the log
 * is reused and a start after a kill is short; and vacuum and analyze (at autovacuum's own thresholds), so that updated
 * rows do not pile up and the planner knows the tables. After something was erased on demand, its bytes leave the files, if the store
 * is in files.
 */
export function createUpkeep(engine: PGlite, log?: Log, { isInFiles = false } = {}) {
  let calls = 0;
  let underWay: Promise<void> | undefined;
  let wiping: NodeJS.Timeout | undefined;
  const timer = setInterval(() => calls > 0 && look(), timeBetweenLooks).unref();

  function look(): void {
    calls = 0;
    underWay ??= run(() => keepUp(engine));
  }

  function run(work: () => Promise<void>): Promise<void> {
    return (
      work()
        // A store that cannot be tidied still works: the next look tries again.
        .catch((error: unknown) => log?.warn({ error: String(error) }, 'the upkeep of the store failed'))
        .finally(() => {
          underWay = undefined;
        })
    );
  }

  async function wipeNow(): Promise<void> {
    clearTimeout(wiping);
    wiping = undefined;
    await underWay;
    underWay = run(() => wipe(engine));
    await underWay;
  }

  return {
    /** After each call. Never waits: upkeep runs between calls, which run one after the other. */
    noteCall(sql = ''): void {
      calls += 1;
      if (calls >= callsBetweenLooks) look();
      if (isInFiles && erasing.test(sql)) wiping ??= setTimeout(() => void wipeNow(), timeUntilWiped).unref();
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await underWay;
      if (wiping) await wipeNow();
    },
  };
}

async function keepUp(engine: PGlite): Promise<void> {
  const { rows } = await engine.query(
    `select
       pg_wal_lsn_diff(pg_current_wal_insert_lsn(), (select redo_lsn from pg_control_checkpoint())) as log_bytes,
       array(
         select format('%I.%I', schemaname, relname)
         from pg_stat_user_tables
         where schemaname = 'public' and relname like 'devai\\_%' and (
           n_dead_tup > 50 + 0.2 * n_live_tup
           or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup
           or n_mod_since_analyze > 50 + 0.1 * n_live_tup)
       ) as tables`,
  );
  const { log_bytes: logBytes, tables } = state.parse(rows[0]);
  for (const table of tables) await engine.exec(`vacuum (analyze) ${table}`);
  if (logBytes > logBetweenCheckpoints) await engine.exec('checkpoint');
}

/**
 * Removes the bytes of rows that are gone from the files. A vacuum only marks their room as free, so tables that were changed are written anew,
 * with their indexes and the samples that the planner has of them; large ones are vacuumed, and their free room is used by later rows. The
 * log goes on in another file, and earlier ones are deleted instead of being used again.
 */
async function wipe(engine: PGlite): Promise<void> {
  await engine.query('select pg_stat_force_next_flush()');
  const { rows } = await engine.query(
    `select format('%I.%I', schemaname, relname) as name, pg_total_relation_size(relid) <= ${longestRewritten} as is_small
     from pg_stat_user_tables
     where schemaname = 'public' and relname like 'devai\\_%' and n_tup_upd + n_tup_del > 0`,
  );
  const tables = z.array(touched).parse(rows);
  for (const { name, is_small: isSmall } of tables) {
    await engine.exec(`vacuum (${isSmall ? 'full, ' : ''}analyze) ${name}`);
  }
  await engine.exec('vacuum full pg_catalog.pg_statistic');
  await engine.exec('set wal_recycle = off');
  await engine.exec('select pg_switch_wal()');
  await engine.exec('checkpoint');
}
