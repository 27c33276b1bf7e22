import type { PGlite } from '@electric-sql/pglite';
import { z } from 'zod';
import type { Log } from '../../ports.ts';

/** Calls and milliseconds between two checks for work. */
const callsBetweenLooks = 200;
const timeBetweenLooks = 300_000;
/** Bytes of log since the last checkpoint that call for another. */
const logBetweenCheckpoints = 32 * 1024 * 1024;

const state = z.object({ log_bytes: z.coerce.number(), tables: z.array(z.string()) });

/**
 * Does what a Postgres server does in processes that the embedded one lacks: checkpoints, so that the log
 * is reused and a start after a kill is short; and vacuum and analyze (at autovacuum's own thresholds), so that updated
 * rows do not pile up and the planner knows the tables.
 */
export function createUpkeep(engine: PGlite, log?: Log) {
  let calls = 0;
  let underWay: Promise<void> | undefined;
  const timer = setInterval(() => calls > 0 && look(), timeBetweenLooks).unref();

  function look(): void {
    calls = 0;
    underWay ??= keepUp(engine)
      // A store that cannot be tidied still works: the next look tries again.
      .catch((error: unknown) => log?.warn({ error: String(error) }, 'the upkeep of the store failed'))
      .finally(() => {
        underWay = undefined;
      });
  }

  return {
    /** After each call. Never waits: upkeep runs between calls, which run one after the other. */
    noteCall(): void {
      calls += 1;
      if (calls >= callsBetweenLooks) look();
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await underWay;
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
