import { randomUUID } from 'node:crypto';
import { lstat, rename, unlink } from 'node:fs/promises';
import { createIn, type HeldDirectory } from './held-directory.ts';
import { ToolError } from './tool-error.ts';

/**
 * Writes a file whole or not at all: into a new file beside it, which then takes its name. A reader sees the old
 * text or the new one; a link that stands at the name is never written through, and neither is a second hard link
 * of the old file. Keeps the file's mode. Returns the old size, null for a new file.
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
  } catch (error) {
    if (await isLeft(directory, draft)) {
      throw new ToolError(`${name} could not be written, and its draft ${draft} was left behind`, {
        cause: error,
      });
    }
    throw error;
  }
  return old?.size ?? null;
}

async function existingFile(
  directory: HeldDirectory,
  name: string,
): Promise<{ mode: number; size: number } | null> {
  const found = await lstat(directory.at(name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (found === null) return null;
  if (!found.isFile()) throw new ToolError(`${name} is not a regular file`);
  // taking over its name would get around the protection that its owner gave it
  if ((found.mode & 0o222) === 0) throw new ToolError(`${name} is read-only`);
  return { mode: found.mode, size: found.size };
}

/** Whether a draft is still there after trying to remove it. */
async function isLeft(directory: HeldDirectory, draft: string): Promise<boolean> {
  return await unlink(directory.at(draft)).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
}
