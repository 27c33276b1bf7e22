import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { fsyncFolder } from '../files/fsync-folder.ts';
import { makeFolder } from '../files/make-folder.ts';
import { readBytes } from '../files/replace-file.ts';
import { namesIn } from './journal-files.ts';

const refusedEntry = z.object({ reason: z.string(), line: z.string() });

/**
 * Keeps messages of the journal that the store rejects for good: one file each, with the reason, for a person to check. The same message
 * twice is one file.
 */
export function createRefusedEntries(folder: string) {
  async function put(line: string, reason: string): Promise<void> {
    await makeFolder(folder, 0o700);
    const path = join(folder, nameOf(line));
    const file = await open(`${path}.new`, 'w', 0o600);
    try {
      await file.writeFile(`${JSON.stringify({ reason, line })}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${path}.new`, path);
    fsyncFolder(folder);
  }

  const names = async () => (await namesIn(folder)).filter((name) => name.endsWith('.json'));

  return {
    folder,
    put,
    count: async (): Promise<number> => (await names()).length,
    /** Removes the lines that are wanted gone. */
    async remove(isWanted: (line: string) => boolean): Promise<void> {
      for (const name of await names()) {
        const entry = await readEntry(join(folder, name));
        if (entry && isWanted(entry.line)) await rm(join(folder, name), { force: true });
      }
    },
    /** Replaces each line by the result of `change`. */
    async rewrite(change: (line: string) => string): Promise<void> {
      for (const name of await names()) {
        const path = join(folder, name);
        const entry = await readEntry(path);
        if (entry === null) continue;
        const { reason, line } = entry;
        const changed = change(line);
        if (changed === line) continue;
        // the file name is the line's hash, and the reason may quote the line
        await put(changed, change(reason));
        await rm(path, { force: true });
      }
    },
  };
}

/** Returns a damaged file as a line; null if another process removed it. */
async function readEntry(path: string): Promise<z.output<typeof refusedEntry> | null> {
  const text = (await readBytes(path))?.toString();
  if (text === undefined) return null;
  try {
    return refusedEntry.parse(JSON.parse(text));
  } catch {
    return { reason: 'the file was damaged', line: text };
  }
}

const nameOf = (line: string): string =>
  `${createHash('sha256').update(line).digest('hex').slice(0, 32)}.json`;
