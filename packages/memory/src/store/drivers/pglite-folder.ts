import { closeSync, fsyncSync, openSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { parseTar } from 'nanotar';
import { MemoryError } from '../../errors.ts';
import { fsyncFolder } from '../../files/fsync-folder.ts';
import { DurableNodeFs, durableStartParameters } from './durable-node-fs.ts';
import { readTemplate } from './pglite-template.ts';

/**
 * Opens the engine on a folder of data, which is made when it is not there. The caller holds the lock.
 *
 * A new one is made under another name, brought to the disk, and renamed: a kill or a power failure meanwhile leaves
 * nothing that looks like a store. Throws `database_failed` when an existing one cannot be opened.
 */
export async function openPgliteFolder(data: string): Promise<PGlite> {
  const version = await readVersion(data);
  if (version === undefined) {
    const unfinished = `${data}.new`;
    await rm(unfinished, { recursive: true, force: true });
    await createDataFolder(unfinished);
    await fsyncTree(unfinished);
    await rename(unfinished, data);
    fsyncFolder(dirname(data));
  }
  try {
    return await startEngine(data);
  } catch (error) {
    throw new MemoryError(
      'database_failed',
      `the store in ${data} cannot be opened: it is damaged, or of another version (its Postgres is ${version ?? 'new'})`,
      { cause: error },
    );
  }
}

function startEngine(data: string): Promise<PGlite> {
  return PGlite.create({
    fs: new DurableNodeFs(data),
    extensions: { vector },
    startParams: durableStartParameters(PGlite.defaultStartParams),
  });
}

/** From the template of a migrated store where that fits; else the engine makes a new cluster. */
async function createDataFolder(data: string): Promise<void> {
  const template = await readTemplate();
  if (template === null) return (await startEngine(data)).close();
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

async function fsyncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) fsyncFolder(path);
    else if (entry.isFile()) fsyncFile(path);
  }
  fsyncFolder(folder);
}

function fsyncFile(path: string): void {
  const descriptor = openSync(path, 'r+'); // Windows flushes only what is open for writing
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
