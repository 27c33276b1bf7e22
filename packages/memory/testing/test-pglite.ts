import { openStoreThread } from '../src/store/drivers/pglite-thread.ts';
import { embeddedDatabase } from '../src/store/drivers/pglite.ts';
import { reuseStores, type TestDatabase } from './reused-stores.ts';

/** The embedded stores of this worker, which its test files use one after the other. */
export const embeddedStores: TestDatabase = testPglite();

/** Creates a pool of embedded stores in memory. */
export function testPglite(): TestDatabase {
  const stores = reuseStores(async () => {
    const engine = await openStoreThread({ data: null });
    const database = embeddedDatabase(engine);
    const { query } = engine;
    return {
      database,
      query,
      setNow: async (moment) =>
        void (await query(`select set_config('devai.now', $1, false)`, [moment?.toISOString() ?? ''])),
      end: () => database.close(),
    };
  });
  return { name: 'pglite', capabilities: { concurrentConnections: false, exclusive: true }, ...stores };
}
