import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fsyncFolder } from './fsync-folder.ts';
import { makeFolder } from './make-folder.ts';

/** Reads a file; null if there is none. Throws other errors of the file system. */
export async function readBytes(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Replaces a file atomically and durably: writes a temporary file, syncs it, and renames it, so that readers see the old or the new file.
 * Returns false and changes nothing if the file is no longer as `expected` (null: absent), because somebody else wrote it. The
 * rename immediately follows that check.
 */
export async function replaceFile(path: string, text: string, expected: Buffer | null): Promise<boolean> {
  const folder = dirname(path);
  await makeFolder(folder);
  const temporary = join(folder, `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    await writeSynced(temporary, text);
    if (!isSame(await readBytes(path), expected)) return false;
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
  fsyncFolder(folder);
  return true;
}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

const isSame = (one: Buffer | null, other: Buffer | null): boolean =>
  one === null || other === null ? one === other : one.equals(other);
