import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { pgliteDatabase } from '../src/store/drivers/pglite.ts';
import { reuseStores } from './reused-stores.ts';
import type { TestDatabase } from './test-database.ts';

/** The embedded store, in memory. */
export function testPglite(): TestDatabase {
  const stores = reuseStores(async () => {
    const engine = await PGlite.create({ extensions: { vector } });
    const database = await pgliteDatabase(engine);
    const query = async (sql: string, parameters: unknown[] = []) =>
      (await engine.query<Record<string, unknown>>(sql, parameters)).rows;
    return {
      database,
      query,
      setNow: async (moment) =>
        void (await query(`select set_config('devai.now', $1, false)`, [moment?.toISOString() ?? ''])),
      isOpen: () => !engine.closed,
      end: () => database.close(),
    };
  });
  return { name: 'pglite', capabilities: { concurrentConnections: false, exclusive: true }, ...stores };
}
