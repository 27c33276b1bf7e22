import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { KnownModel, ModelFile } from './models.ts';

/** Returns the folder of a model inside that of all models. */
export const folderOf = (models: string, { name, revision }: KnownModel): string =>
  join(models, name, revision);

/** Returns the files of a model that are not in its folder. */
export const missingFiles = ({ files }: KnownModel, folder: string): ModelFile[] =>
  Object.values(files).filter(({ name }) => !existsSync(join(folder, name)));

/** Reads a file. Throws an `Error` that names the file if it has another hash. */
export async function readVerified(folder: string, { name, sha256 }: ModelFile): Promise<Buffer> {
  const path = join(folder, name);
  const bytes = await readFile(path);
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (actual === sha256) return bytes;
  throw new Error(
    `${path} is damaged or another version (SHA-256 ${actual} instead of ${sha256}): remove it`,
  );
}

/** Returns the SHA-256 (hex) of a file, read in parts. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Writes a file atomically: under its name it is either complete or missing. */
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
