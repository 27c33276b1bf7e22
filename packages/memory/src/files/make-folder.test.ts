import { existsSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { makeFolder } from './make-folder.ts';

test('a folder is made with those above it, also by several at once, and stays when it is there', async () => {
  const path = join(await temporaryFolder(), 'a', 'b', 'c');
  await Promise.all(Array.from({ length: 5 }, () => makeFolder(path, 0o700)));
  await makeFolder(path);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  expect((await stat(join(path, '..'))).mode & 0o777).toBe(0o700);
});

test('a file in its place, or above it, is an error', async () => {
  const file = join(await temporaryFolder(), 'file');
  await writeFile(file, '');
  await expect(makeFolder(file)).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(join(file, 'a', 'b'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});

test.skipIf(!existsSync('/proc/self'))(
  'a folder that takes no new one is an error, and no loop',
  async () => {
    await expect(makeFolder('/proc/nope/store')).rejects.toMatchObject({ syscall: 'mkdir' });
  },
);
