import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { MemoryError } from '../errors.ts';

export type FolderLock = { release(): void };

/**
 * Takes a folder for this process alone, or throws `database_locked`, naming the process that has it.
 *
 * The lock is the operating system's own lock on the file `lock` in that folder, held until `release` or the end of
 * the process, however it ends: the system drops it at kill -9, and never while the holder lives. So there is nothing
 * stale to detect, no pid to compare and nothing to steal. Node has no file lock of its own; SQLite, which comes with
 * Node, takes one on every system (fcntl, LockFileEx) when a transaction is begun exclusively. Nothing is written to
 * that database. A second opener in the same process is refused, too.
 *
 * `holder` beside it says who has the lock, for people; nothing is decided by it.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const holder = join(folder, 'holder');
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(join(folder, 'lock'), { timeout: 0 });
    // Without a journal: it would be a second file, left behind by a kill.
    database.exec('pragma journal_mode = off; begin exclusive');
    await writeFile(holder, `${process.pid}\n`);
  } catch (error) {
    database?.close();
    throw isBusy(error)
      ? await lockedError(folder, holder, error)
      : new MemoryError('database_failed', `the folder ${folder} cannot be used: ${String(error)}`, {
          cause: error,
        });
  }
  const held = database;
  return { release: () => held.close() };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}

async function lockedError(folder: string, holder: string, cause: unknown): Promise<MemoryError> {
  const pid = (await readFile(holder, 'utf8').catch(() => '')).trim();
  const who =
    pid === String(process.pid) ? 'this process' : pid === '' ? 'another process' : `process ${pid}`;
  return new MemoryError(
    'database_locked',
    `the store in ${folder} is held by ${who}: stop it, speak to its API, or use another folder`,
    { cause },
  );
}
