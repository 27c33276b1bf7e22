import type { PGlite } from '@electric-sql/pglite';
import { connectionOf } from '@devai/db';
import type { Log } from '../../ports.ts';
import { migrateStore } from './migrate-store.ts';
import { createStatements } from './pglite-statements.ts';
import { createUpkeep } from './pglite-upkeep.ts';
import type { StoreEngine } from './store-engine.ts';

/** Migrates a running engine, and keeps it tidy until it ends. Throws what `migrateStore` throws; the engine is ended then. */
export async function runEngine(
  engine: PGlite,
  log?: Log,
  place: { isInFiles: boolean } = { isInFiles: false },
): Promise<StoreEngine> {
  try {
    await migrateStore(connectionOf(engine), log);
  } catch (error) {
    await engine.close();
    throw error;
  }
  const run = createStatements(engine);
  const upkeep = createUpkeep(engine, log, place);
  return {
    async query(sql, parameters = []) {
      const rows = await run(sql, parameters);
      upkeep.noteCall(sql);
      return rows;
    },
    async end() {
      await upkeep.stop();
      await engine.close();
    },
  };
}
