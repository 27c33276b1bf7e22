import { openBenchDatabase, type BenchDatabase } from '../bench/bench-database.ts';
import { testPostgres } from '../../packages/memory/contract/test-postgres.ts';
import type { TestDatabase } from '../../packages/memory/testing/reused-stores.ts';
import { testPglite } from '../../packages/memory/testing/test-pglite.ts';

/**
 * Evals run on databases of their own on the server that TEST_DATABASE_URL names, or on embedded stores: both find the
 * same but for a few answers of a thousand. The server takes 60 % of the processor time, its own share included.
 */
const { TEST_DATABASE_URL: server = '' } = process.env;

/** Returns a pool of stores. Dispose of it, which drops the databases. */
export const evalStores = (): TestDatabase => (server === '' ? testPglite() : testPostgres(server));

/** Opens an empty store. */
export const openEvalDatabase = (): Promise<BenchDatabase> =>
  server === '' ? openBenchDatabase('memory', undefined) : openBenchDatabase('postgres', server);
