import { access, constants, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { parseTar } from 'nanotar';
import { MemoryError, messageOf } from '../../errors.ts';
import { fsyncFolder } from '../../files/fsync-folder.ts';
import { DurableNodeFs, durableStartParameters } from './durable-node-fs.ts';
import { readTemplate } from './pglite-template.ts';

/** A file of the engine's write-ahead log. */
const segmentBytes = 16 * 1024 * 1024;

/** Folders that the engine needs and mostly finds empty. Copies by git, S3 and some backup tools leave empty folders out. */
const emptyFolders = [
  'pg_commit_ts',
  'pg_dynshmem',
  'pg_logical',
  'pg_logical/mappings',
  'pg_logical/snapshots',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat',
  'pg_stat_tmp',
  'pg_tblspc',
  'pg_twophase',
  'pg_wal/archive_status',
  'pg_wal/summaries',
];
/** Without one of these there is no store. The engine itself would begin to write before it misses some of them. */
const neededFiles = ['PG_VERSION', 'postgresql.conf', 'global/pg_control', 'global/pg_filenode.map'];
const neededFolders = ['base', 'pg_wal', 'pg_xact', 'pg_multixact/members', 'pg_multixact/offsets'];
const neededInDatabase = ['PG_VERSION', 'pg_filenode.map'];

/**
 * Opens the engine on a data folder, which is created if it does not exist. The caller holds the lock.
 *
 * A new one is made under another name, brought to the disk, and renamed: a kill or a power failure meanwhile leaves
 * nothing that looks like a store. Throws `database_unavailable` when its disk is full or read-only, `database_failed`
 * when a store is damaged, which then stays as it is.
 */
export async function openPgliteFolder(data: string): Promise<PGlite> {
  const isStore = await holdsAnything(data);
  const lost = isStore ? await findLost(data) : [];
  if (lost.length > 0) throw damaged(data, `it is damaged, because it lacks ${lost.join(', ')}`);
  const restore: (() => Promise<void>)[] = [];
  try {
    if (isStore) {
      restore.push(await makeEmptyFolders(data));
      restore.push(await keepUnmarked(data));
    } else await makeDataFolder(data);
    return await startEngine(data);
  } catch (error) {
    for (const undo of restore) await undo();
    // the engine does not say that it could not write
    const refused = await refusedWrite(dirname(data));
    if (refused !== null) {
      throw new MemoryError(
        'database_unavailable',
        `the store in ${data} cannot be opened, because nothing can be written there (${refused.message}); what it holds is safe`,
        { cause: refused, isRetryable: isPassing(refused) },
      );
    }
    if (!isStore) {
      throw new MemoryError('database_failed', `the store in ${data} cannot be made: ${messageOf(error)}`, {
        cause: error,
      });
    }
    const forbidden = await findForbidden(data);
    if (forbidden !== null) throw unreadable(forbidden, error);
    const version = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim();
    throw damaged(data, `it is damaged, or was made by another version (its Postgres is ${version})`, error);
  }
}

const damaged = (data: string, why: string, cause?: unknown) =>
  new MemoryError(
    'database_failed',
    `the store in ${data} cannot be opened: ${why}. Its data was left as it is. Put a copy of the whole folder in its place, or begin an empty store in another folder and import an export`,
    { cause },
  );

/** What a store must have and this one does not. */
async function findLost(data: string): Promise<string[]> {
  const databases = await namesIn(join(data, 'base'));
  const files = [
    ...neededFiles,
    ...databases
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => neededInDatabase.map((file) => `base/${name}/${file}`)),
  ];
  const isFileLost = await Promise.all(files.map(async (file) => !(await isThere(join(data, file)))));
  const isFolderLost = await Promise.all(
    neededFolders.map(async (folder) => !(await holdsAnything(join(data, folder)))),
  );
  return [
    ...files.filter((_, index) => isFileLost[index]),
    ...neededFolders.filter((_, index) => isFolderLost[index]),
  ];
}

const holdsAnything = async (folder: string): Promise<boolean> => (await namesIn(folder)).length > 0;

/** Empty when it is missing, or no folder. One that is there but cannot be read is an error, never a new store. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw unreadable(folder, error);
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw unreadable(path, error);
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

const unreadable = (path: string, cause: unknown) =>
  new MemoryError(
    'database_failed',
    `${path}, a part of the store, cannot be read or written: ${messageOf(cause)}. All of the store must belong to this user`,
    { cause },
  );

/** The first file or folder of a store that this user may not read and write; the engine does not say so. Null: none. */
async function findForbidden(data: string): Promise<string | null> {
  const entries = await readdir(data, { withFileTypes: true, recursive: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    try {
      await access(path, constants.R_OK | constants.W_OK);
    } catch {
      return path;
    }
  }
  return null;
}

/** Returns what removes those again that it made. */
async function makeEmptyFolders(data: string): Promise<() => Promise<void>> {
  const missing: string[] = [];
  for (const name of emptyFolders) if (!(await isThere(join(data, name)))) missing.push(join(data, name));
  for (const folder of missing) await mkdir(folder, { recursive: true, mode: 0o700 });
  return async () => {
    for (const folder of missing) await rm(folder, { recursive: true, force: true });
  };
}

/** Returns what removes the mark of a running engine, which one that fails leaves behind. */
async function keepUnmarked(data: string): Promise<() => Promise<void>> {
  const mark = join(data, 'postmaster.pid');
  const isMarked = await isThere(mark);
  return async () => {
    if (!isMarked) await rm(mark, { force: true });
  };
}

/** Why a folder does not take what the engine may write when it starts; null when it does. */
async function refusedWrite(folder: string): Promise<Error | null> {
  const path = join(folder, 'room.tmp');
  try {
    await writeFile(path, Buffer.alloc(segmentBytes));
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    await rm(path, { force: true });
  }
}

/** What may end without anybody's doing: not so missing rights, and a disk that is read-only. */
const isPassing = (refused: Error): boolean =>
  'code' in refused && ['ENOSPC', 'EDQUOT', 'EIO', 'EMFILE', 'ENFILE'].includes(String(refused.code));

async function makeDataFolder(data: string): Promise<void> {
  const unfinished = `${data}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await fillDataFolder(unfinished);
  await fsyncTree(unfinished);
  await rename(unfinished, data);
  fsyncFolder(dirname(data));
}

function startEngine(data: string): Promise<PGlite> {
  return PGlite.create({
    fs: new DurableNodeFs(data),
    extensions: { vector },
    startParams: durableStartParameters(PGlite.defaultStartParams),
  });
}

async function fillDataFolder(data: string): Promise<void> {
  const template = await readTemplate();
  await mkdir(data, { recursive: true, mode: 0o700 });
  for (const { name, type, data: content } of parseTar(template)) {
    const path = join(data, name);
    await mkdir(type === 'directory' ? path : dirname(path), { recursive: true, mode: 0o700 });
    if (type === 'file') await writeFile(path, content ?? '', { mode: 0o600 });
  }
}

/** All at once: the disk takes many together in a quarter of the time. */
async function fsyncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  await Promise.all(files.map((file) => fsyncFile(join(file.parentPath, file.name))));
  for (const entry of entries) if (entry.isDirectory()) fsyncFolder(join(entry.parentPath, entry.name));
  fsyncFolder(folder);
}

async function fsyncFile(path: string): Promise<void> {
  const file = await open(path, 'r+'); // Windows flushes only what is open for writing
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
