import * as fs from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { runEngine } from './pglite-engine.ts';
import { openPgliteFolder } from './pglite-folder.ts';
import { embeddedDatabase } from './pglite.ts';

vi.mock('node:fs', async (importOriginal) => {
  const original = await importOriginal<typeof fs>();
  return { ...original, fsyncSync: vi.fn<typeof original.fsyncSync>(original.fsyncSync) };
});

it('what a call wrote is on the disk when it returns, and so are the files of a new store', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'devai-durable-'));
  const synced = vi.mocked(fs.fsyncSync);
  const syncedFiles = await countSyncs();
  // in this thread, where the calls of the file system are seen
  const database = embeddedDatabase(await runEngine(await openPgliteFolder(join(folder, 'postgres'))));
  const filesOfStore = fs.readdirSync(join(folder, 'postgres', 'base'), { recursive: true }).length;
  expect(synced.mock.calls.length + syncedFiles()).toBeGreaterThan(filesOfStore);

  for (let value = 1; value <= 3; value += 1) {
    synced.mockClear();
    await database.call('set_setting', { key: 'a', value });
    expect(synced).toHaveBeenCalled();
  }
  synced.mockClear();
  await database.call('get_setting', { key: 'a' });
  expect(synced).not.toHaveBeenCalled();
  await database.close();
  await rm(folder, { recursive: true });
});

/** Counts from now on how many files are synced by their handle. */
async function countSyncs(): Promise<() => number> {
  const file = await open(import.meta.filename);
  const sync = vi.spyOn(Object.getPrototypeOf(file), 'sync');
  await file.close();
  return () => sync.mock.calls.length;
}
