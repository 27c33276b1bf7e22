import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { parseTar } from 'nanotar';
import { MemoryError } from '../../errors.ts';
import { fsyncFolder } from '../../files/fsync-folder.ts';
import { DurableNodeFs, durableStartParameters } from './durable-node-fs.ts';
import { readTemplate } from './pglite-template.ts';

/** A file of the engine's write-ahead log. */
const segmentBytes = 16 * 1024 * 1024;

/**
 * Opens the engine on a data folder, which is created if it does not exist. The caller holds the lock.
 *
 * A new one is made under another name, brought to the disk, and renamed: a kill or a power failure meanwhile leaves
 * nothing that looks like a store. Throws `database_unavailable` when its disk is full or read-only, `database_failed`
 * when a store is damaged.
 */
export async function openPgliteFolder(data: string): Promise<PGlite> {
  const version = await readVersion(data);
  try {
    if (version === undefined) await makeDataFolder(data);
    return await startEngine(data);
  } catch (error) {
    // the engine does not say that it could not write
    const refused = await refusedWrite(dirname(data));
    if (refused !== null) {
      throw new MemoryError(
        'database_unavailable',
        `the store in ${data} cannot be opened, because nothing can be written there (${refused.message}); what it holds is safe`,
        { cause: refused },
      );
    }
    if (version === undefined) throw error;
    throw new MemoryError(
      'database_failed',
      `the store in ${data} cannot be opened: it is damaged, or was made by another version (its Postgres is ${version})`,
      { cause: error },
    );
  }
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

/** Undefined when there is no store. A folder that is there but cannot be read is an error, never a new store. */
async function readVersion(data: string): Promise<string | undefined> {
  try {
    return (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new MemoryError('database_failed', `the store in ${data} cannot be read`, { cause: error });
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
