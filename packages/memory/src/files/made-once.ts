import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { MemoryError } from '../errors.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { makeFolder } from './make-folder.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

/** Bytes that are decompressed at once. */
const pieceLength = 2 ** 26;
/** Bytes of the digest that a kept file begins with. */
const digestLength = 32;
/** Milliseconds between two looks at what another process makes. */
const waitForOther = 50;
const suffix = '.zst';

/**
 * Returns the bytes that `make` makes for a key. They are made once and kept, compressed, in a folder that holds nothing else: of those who
 * ask at the same time, in one process or several, one makes them and the others wait. Only those of the last key are kept. A
 * damaged or foreign file is made again. Where nothing can be written, nothing is kept. Throws what `make` throws.
 */
export async function madeOnce(folder: string, key: string, make: () => Promise<Bytes>): Promise<Bytes> {
  const kept = await readKept(folder, key);
  if (kept !== null) return kept;
  const lock = await lockWhenFree(folder);
  if (lock === null) return make();
  try {
    const madeMeanwhile = await readKept(folder, key);
    if (madeMeanwhile !== null) return madeMeanwhile;
    const bytes = await make();
    await keep(folder, key, bytes);
    return bytes;
  } finally {
    lock.release();
  }
}

/** Null if none can be read, or the file is not what `keep` wrote under this key. */
async function readKept(folder: string, key: string): Promise<Bytes | null> {
  const file = await readFile(join(folder, key + suffix)).catch(() => null);
  if (file === null) return null;
  const packed = file.subarray(digestLength);
  if (!file.subarray(0, digestLength).equals(digest(key, packed))) return null;
  // in one piece: joining many takes longer than decompressing
  return zstdDecompressSync(packed, { chunkSize: pieceLength });
}

/** The caller has the lock. */
async function keep(folder: string, key: string, bytes: Bytes): Promise<void> {
  const packed = zstdCompressSync(bytes);
  const unfinished = join(folder, 'unfinished');
  try {
    await writeFile(unfinished, Buffer.concat([digest(key, packed), packed]));
    for (const name of await readdir(folder)) {
      if (name.endsWith(suffix)) await rm(join(folder, name));
    }
    await rename(unfinished, join(folder, key + suffix));
  } catch {
    // a full disk, say: the next one makes them again
    await rm(unfinished, { force: true });
  }
}

/** Waits while another one has the lock. Null if the folder cannot be written. */
async function lockWhenFree(folder: string): Promise<FolderLock | null> {
  try {
    await makeFolder(folder);
    for (;;) {
      try {
        return await lockFolder(folder);
      } catch (error) {
        if (!(error instanceof MemoryError && error.code === 'database_locked')) throw error;
        await sleep(waitForOther);
      }
    }
  } catch {
    return null;
  }
}

const digest = (key: string, packed: Uint8Array): Buffer =>
  createHash('sha256').update(key).update(packed).digest();
