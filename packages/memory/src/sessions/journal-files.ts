import { mkdir, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fsyncFolder } from '../files/fsync-folder.ts';
import { makeFolder } from '../files/make-folder.ts';

/** Appends a line and syncs it. Removes an incomplete line, if the disk allows. */
export async function writeLine(path: string, line: string): Promise<void> {
  const file = await open(path, 'a', 0o600);
  try {
    const { size } = await file.stat();
    try {
      await file.appendFile(`${line}\n`);
      await file.sync();
    } catch (error) {
      // if this fails too, the rest has no line end and is ignored
      await file.truncate(size).catch(() => {});
      throw error;
    }
  } finally {
    await file.close();
  }
}

/** Reads the complete lines of a file. A last line without line end was never acknowledged. */
export async function readLines(path: string): Promise<string[]> {
  return (await readFile(path, 'utf8')).split('\n').slice(0, -1);
}

/** Lists a folder; empty if it does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return [];
    throw error;
  }
}

/** Makes a new folder for one run of a process, even if its number was used before: `run-<process>-<n>`. */
export async function makeRunFolder(folder: string, processId: number): Promise<string> {
  await makeFolder(folder, 0o700);
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
