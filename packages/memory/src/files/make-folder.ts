import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those above it that are missing; does nothing if it is there. Throws the error of the file system. Unlike
 * Node's recursive `mkdir`, this ends also where a folder is there but takes no new one, as in `/proc`.
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  try {
    return await makeOne(path, mode);
  } catch (error) {
    if (!isMissing(error) || dirname(path) === path) throw error;
  }
  await makeFolder(dirname(path), mode);
  await makeOne(path, mode);
}

async function makeOne(path: string, mode: number | undefined): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    const isThere = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (!isThere) throw error;
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
