import { join } from 'node:path';
import { z } from 'zod';
import { checkSettings } from '../../calls/check-calls.ts';
import { MemoryError, messageOf } from '../../errors.ts';
import type { Database, Log } from '../../ports.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { type FolderLock, lockFolder } from '../../files/folder-lock.ts';
import { log as logForm } from '../../calls/settings-form.ts';
import { openStoreThread } from './pglite-thread.ts';
import { createSqlDatabase } from './sql-database.ts';
import type { StoreEngine } from './store-engine.ts';

/** Any name of a folder is one: what is not kept is asked for by a field of its own. */
export type EmbeddedSettings = ({ folder: string; inMemory?: never } | { inMemory: true; folder?: never }) & {
  log?: Log;
};
const settingsForm = z
  .strictObject({ folder: z.string().min(1).optional(), inMemory: z.literal(true).optional(), log: logForm })
  .refine(({ folder, inMemory }) => (folder === undefined) !== (inMemory === undefined), {
    error: 'needs one of the two: the path of a folder, or inMemory: true, which keeps nothing',
    path: ['folder'],
  });

/**
 * Opens the embedded store (PGlite: Postgres with pgvector in a thread of this process) in a folder, which is made when it is not
 * there, or in memory, and migrates it. Calls run one at a time, and in a folder, what they wrote is on the disk when they return. Throws
 * `database_locked` when another process, or this one, has the folder open: two at once would destroy it.
 */
export async function openPgliteDatabase(settings: EmbeddedSettings): Promise<Database> {
  checkSettings(settingsForm, settings);
  const { folder, log } = settings;
  if (folder === undefined) return embeddedDatabase(await openEngine(null, log));

  await makeStoreFolder(folder);
  const lock = await lockFolder(folder);
  try {
    return embeddedDatabase(await openEngine(join(folder, 'postgres'), log), lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openEngine(data: string | null, log: Log | undefined): Promise<StoreEngine> {
  try {
    return await openStoreThread({ data }, log);
  } catch (error) {
    if (error instanceof MemoryError) throw error;
    throw new MemoryError('database_failed', `the embedded store cannot be opened: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** For the user's eyes only: it will hold conversations. */
async function makeStoreFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder, 0o700);
  } catch (error) {
    throw new MemoryError(
      'database_failed',
      `the folder ${folder} cannot be made: ${messageOf(error)}. Name a folder that this user can write`,
      {
        cause: error,
      },
    );
  }
}

/** The `Database` over an engine. Closing ends the engine, then gives the lock back. */
export function embeddedDatabase(engine: StoreEngine, lock?: FolderLock): Database {
  return createSqlDatabase({
    kind: 'pglite',
    capabilities: { concurrentConnections: false, exclusive: true },
    query: (sql, parameters) => engine.query(sql, parameters),
    async end() {
      try {
        await engine.end();
      } finally {
        lock?.release();
      }
    },
  });
}
