import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { connectionOf } from '@devai/db';
import { MemoryError } from '../../errors.ts';
import type { Database, Log } from '../../ports.ts';
import { type FolderLock, lockFolder } from '../../files/folder-lock.ts';
import { migrateStore } from './migrate-store.ts';
import { openPgliteFolder } from './pglite-folder.ts';
import { createMemoryEngine } from './pglite-template.ts';
import { createUpkeep } from './pglite-upkeep.ts';
import { createSqlDatabase } from './sql-database.ts';

/**
 * Opens the embedded store (PGlite: Postgres with pgvector inside this process) in a folder, which is made when it is not
 * there, or in memory (folder `memory`), and migrates it. Calls run one at a time, and what they wrote is on the disk
 * when they return. Throws `database_locked` when another process, or this one, has the folder open: two at once would
 * destroy it.
 */
export async function openPgliteDatabase({ folder, log }: { folder: string; log?: Log }): Promise<Database> {
  if (folder === 'memory') return pgliteDatabase(await createMemoryEngine(), { log });

  await makeFolder(folder);
  const lock = await lockFolder(folder);
  try {
    return await pgliteDatabase(await openPgliteFolder(join(folder, 'postgres')), { lock, log });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** For the user's eyes only: it will hold conversations. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new MemoryError('database_failed', `the folder ${folder} cannot be made: ${String(error)}`, {
      cause: error,
    });
  }
}

/** The `Database` over a running engine, migrated. Closing ends the engine, then gives the lock back. */
export async function pgliteDatabase(
  engine: PGlite,
  { lock, log }: { lock?: FolderLock | undefined; log?: Log | undefined } = {},
): Promise<Database> {
  try {
    await migrateStore(connectionOf(engine), log);
  } catch (error) {
    await engine.close();
    throw error;
  }
  const upkeep = createUpkeep(engine, log);
  return createSqlDatabase({
    kind: 'pglite',
    capabilities: { concurrentConnections: false, exclusive: true },
    vectorForm: 'text',
    async query(sql, parameters) {
      const { rows } = await engine.query<Record<string, unknown>>(sql, parameters);
      upkeep.noteCall();
      return rows;
    },
    async end() {
      try {
        await upkeep.stop();
        await engine.close();
      } finally {
        lock?.release();
      }
    },
  });
}
