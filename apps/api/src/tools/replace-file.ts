import { randomUUID } from 'node:crypto';
import { lstat, rename, rm } from 'node:fs/promises';
import { createIn, type HeldDirectory } from './held-directory.ts';
import { ifThere, ToolError } from './tool-error.ts';

/**
 * Writes a file completely or not at all: into a new file next to it, which then takes its name. A reader sees either the old text or the
 * new one. Never writes through a link of that name, or to another hard link of the old file. Keeps the file's mode.
 * Returns the old size in bytes; null for a new file.
 */
export async function replaceFile(
  directory: HeldDirectory,
  name: string,
  content: string,
): Promise<number | null> {
  const old = await existingFile(directory, name);
  const draft = `.write-${randomUUID()}.tmp`;
  const handle = await createIn(directory, draft, 0o666);
  try {
    try {
      if (old) await handle.chmod(old.mode & 0o7777);
      await handle.writeFile(content, 'utf8');
      await handle.datasync();
    } finally {
      await handle.close();
    }
    await rename(directory.at(draft), directory.at(name));
  } finally {
    await rm(directory.at(draft), { force: true });
  }
  return old?.size ?? null;
}

async function existingFile(
  directory: HeldDirectory,
  name: string,
): Promise<{ mode: number; size: number } | null> {
  const found = await ifThere(lstat(directory.at(name)));
  if (found === null) return null;
  if (!found.isFile()) throw new ToolError(`${name} is not a regular file`);
  // replacing a read-only file would bypass its protection
  if ((found.mode & 0o222) === 0) throw new ToolError(`${name} is read-only`);
  return { mode: found.mode, size: found.size };
}
