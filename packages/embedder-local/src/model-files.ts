import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { KnownModel, ModelFile } from './models.ts';

/** The folder of a model below that of all models. */
export const folderOf = (models: string, { name, revision }: KnownModel): string =>
  join(models, name, revision);

/** Reads a file. Throws an `Error` that names it when it is not the one that was meant. */
export async function readVerified(folder: string, { name, sha256 }: ModelFile): Promise<Buffer> {
  const path = join(folder, name);
  const bytes = await readFile(path);
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (actual === sha256) return bytes;
  throw new Error(
    `${path} is damaged or another version (SHA-256 ${actual} instead of ${sha256}): remove it`,
  );
}

/** Writes a file so that it is whole under its name, or not there. */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  // two processes may write at the same time
  const unfinished = `${path}.${process.pid}.part`;
  const file = await open(unfinished, 'w');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}
