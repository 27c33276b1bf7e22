import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { ownDatabase } from '../../packages/memory/contract/test-postgres.ts';
import type { Database } from '../../packages/memory/src/ports.ts';
import { openStoreThread } from '../../packages/memory/src/store/drivers/pglite-thread.ts';
import { embeddedDatabase } from '../../packages/memory/src/store/drivers/pglite.ts';
import { openPostgresDatabase } from '../../packages/memory/src/store/drivers/postgres.ts';

/** `memory`: the embedded store without a folder, for tests. */
export type BenchDriver = 'pglite' | 'postgres' | 'memory';

export type BenchDatabase = {
  driver: BenchDriver;
  database: Database;
  /** The address of the database, for other processes; null: the store is embedded. */
  url: string | null;
  /** Runs plain SQL through the same driver: to fill the store, to inspect it, and for comparison with the library. */
  query(sql: string, parameters?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Drops the database. */
  close(): Promise<void>;
};

/**
 * Opens an empty, migrated store: a database of its own on the server at `url`, or an embedded one in a temporary
 * folder.
 */
export function openBenchDatabase(driver: BenchDriver, url: string | undefined): Promise<BenchDatabase> {
  if (driver !== 'postgres') return openEmbedded(driver);
  if (url === undefined || url === '') {
    throw new Error(
      '--driver postgres needs DATABASE_URL or TEST_DATABASE_URL, of a server whose user may create databases',
    );
  }
  return openOnServer(url);
}

async function openEmbedded(driver: 'pglite' | 'memory'): Promise<BenchDatabase> {
  const folder = driver === 'memory' ? null : await mkdtemp(join(tmpdir(), 'devai-bench-'));
  const engine = await openStoreThread({ data: folder === null ? null : join(folder, 'postgres') });
  const database = embeddedDatabase(engine);
  return {
    driver,
    database,
    url: null,
    query: engine.query,
    async close() {
      await database.close();
      if (folder !== null) await rm(folder, { recursive: true, force: true });
    },
  };
}

async function openOnServer(url: string): Promise<BenchDatabase> {
  const { url: ownUrl, drop } = await ownDatabase(url);
  const database = await openPostgresDatabase({ url: ownUrl });
  // like the library's own functions: on one core, and without compiling queries that take milliseconds
  const settings = '-c jit=off -c max_parallel_workers_per_gather=0';
  const pool = new Pool({ connectionString: ownUrl, max: 1, options: settings });
  pool.on('error', () => {}); // the server ends idle connections when the database is dropped
  return {
    driver: 'postgres',
    database,
    url: ownUrl,
    query: async (sql, parameters = []) => (await pool.query<Record<string, unknown>>(sql, parameters)).rows,
    async close() {
      await database.close();
      await pool.end();
      await drop();
    },
  };
}
