import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { MemoryError, messageOf } from '../errors.ts';

export type FolderLock = { release(): void };

/**
 * Locks a folder for this process, or throws `database_locked` with the process that holds it. A second lock in the same process is
 * refused too.
 *
 * It is an operating system lock on the file `lock`, held until `release` or the end of the process, even by kill -9. So no stale lock
 * needs to be detected or stolen. Node has no file locks, but its SQLite takes one on every system (fcntl, LockFileEx) for an exclusive
 * transaction. Nothing is written to that database. The file `holder` names the process for people only.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const holder = join(folder, 'holder');
  let database: DatabaseSync | undefined;
  // on demand, because Node 22 prints a warning for it; not by an import, in which tsup drops `node:`, without which it has no name
  const sqlite = process.getBuiltinModule('node:sqlite');
  try {
    database = new sqlite.DatabaseSync(join(folder, 'lock'), { timeout: 0 });
    // a journal would be a second file that a kill leaves behind
    database.exec('pragma journal_mode = off; begin exclusive');
    await writeFile(holder, `${process.pid}\n`);
  } catch (error) {
    database?.close();
    throw isBusy(error)
      ? await lockedError(folder, holder, error)
      : new MemoryError(
          'database_failed',
          `the folder ${folder} cannot be used: ${messageOf(error)}. This user must be able to write it and all in it`,
          {
            cause: error,
          },
        );
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
    `the store in ${folder} is held by ${who}: stop it, use its API, or choose another folder`,
    { cause },
  );
}
