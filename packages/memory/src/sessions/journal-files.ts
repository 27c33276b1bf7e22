import { mkdir, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fsyncFolder } from '../files/fsync-folder.ts';

/** Adds a line and syncs it to the disk. One that could not be written whole is taken back, as far as the disk lets it. */
export async function writeLine(path: string, line: string): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    const { size } = await file.stat();
    try {
      await file.appendFile(`${line}\n`);
      await file.sync();
    } catch (error) {
      // what stays behind has no line's end, and counts for nothing
      await file.truncate(size).catch(() => {});
      throw error;
    }
  } finally {
    await file.close();
  }
}

/** The lines of a file. A last one without its end was never acknowledged, and is left out. */
export async function readLines(path: string): Promise<string[]> {
  return (await readFile(path, 'utf8')).split('\n').slice(0, -1);
}

/** What stands in a folder; nothing when it is not there. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return [];
    throw error;
  }
}

/** Makes a folder of its own for one run of a process, however often its number was used before: `run-<process>-<n>`. */
export async function makeRunFolder(folder: string, processId: number): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (let count = 1; ; count += 1) {
    const path = join(folder, `run-${processId}-${count}`);
    try {
      await mkdir(path, { mode: 0o700 });
      fsyncFolder(folder);
      return path;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
}

export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
