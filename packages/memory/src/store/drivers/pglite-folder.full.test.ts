import {
  chmod,
  cp,
  mkdtemp,
  readdir,
  readFile,
  rm,
  rmdir,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startShortLivedEngines } from '../../../testing/short-lived.ts';
import { openPgliteDatabase } from './pglite.ts';

describe('the embedded store in a folder', () => {
  let made: string;
  let template: string;
  let folder: string;
  let endShortLives: () => void;
  beforeAll(async () => {
    endShortLives = startShortLivedEngines();
    made = await mkdtemp(join(tmpdir(), 'devai-store-'));
    template = join(made, 'in a folder', 'that is missing');
    const database = await openPgliteDatabase({ folder: template });
    await database.call('set_setting', { key: 'a', value: 1 });
    await database.close();
  });
  afterAll(async () => {
    endShortLives();
    await rm(made, { recursive: true });
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'devai-store-'));
  });
  afterEach(() => rm(folder, { recursive: true }));
  /** As if it had been made here: what making takes, a copy does not. */
  const copyStore = () => cp(template, folder, { recursive: true });

  it('is created in an empty place, and keeps its data when it is reopened', async () => {
    const again = await openPgliteDatabase({ folder: template });
    expect(await again.call('get_setting', { key: 'a' })).toBe(1);
    await again.close();
  });

  it('is in the folder that is named, also when its name is a word of the code', async () => {
    const before = process.cwd();
    process.chdir(folder);
    try {
      for (const name of ['memory', ':memory:']) {
        await cp(template, name, { recursive: true });
        const database = await openPgliteDatabase({ folder: name });
        expect(await database.call('get_setting', { key: 'a' })).toBe(1);
        await database.close();
      }
    } finally {
      process.chdir(before);
    }
  });

  it('is nowhere when it is asked for in memory', async () => {
    const database = await openPgliteDatabase({ inMemory: true });
    await database.call('set_setting', { key: 'a', value: 2 });
    expect(await database.call('get_setting', { key: 'a' })).toBe(2);
    await database.close();
    const next = await openPgliteDatabase({ inMemory: true });
    expect(await next.call('get_setting', { key: 'a' })).toBeNull();
    await next.close();
  });

  it('computes in a thread of its own: the event loop runs meanwhile', async () => {
    await copyStore();
    const database = await openPgliteDatabase({ folder });
    let turns = 0;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    // one after the other: on a busy machine, the answers of calls that wait together arrive in one turn
    for (let number = 0; number < 20; number += 1) await database.call('get_setting', { key: `${number}` });
    clearImmediate(next);
    // in this thread, the calls would run without returning to the loop
    expect(turns).toBeGreaterThan(4);
    await database.close();
  });

  it('is unavailable when its thread ended, and releases the folder', async () => {
    await copyStore();
    const database = await openPgliteDatabase({ folder });
    // else the thread may answer before it ends
    const posts = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(() => {});
    const call = database.call('get_setting', { key: 'a' });
    const thread = posts.mock.contexts.find((one) => one instanceof Worker);
    posts.mockRestore();
    await Promise.all([
      expect(call).rejects.toMatchObject({ code: 'database_unavailable' }),
      thread?.terminate(),
    ]);
    await expect(database.call('get_setting', { key: 'a' })).rejects.toMatchObject({
      code: 'database_unavailable',
      message: expect.stringContaining('restart'),
    });
    await database.close();
    await (await openPgliteDatabase({ folder })).close();
  });

  it('can be opened once at a time', async () => {
    await copyStore();
    const first = await openPgliteDatabase({ folder });
    await expect(openPgliteDatabase({ folder })).rejects.toMatchObject({ code: 'database_locked' });
    await first.close();
    await (await openPgliteDatabase({ folder })).close();
  });

  it('that is damaged is neither opened, replaced, nor kept locked', async () => {
    await copyStore();
    const control = join(folder, 'postgres', 'global', 'pg_control');
    const intact = await readFile(control);
    await writeFile(control, 'rubbish');
    await expect(openPgliteDatabase({ folder })).rejects.toMatchObject({ code: 'database_failed' });
    expect((await readFile(control)).toString()).toBe('rubbish');
    await writeFile(control, intact);
    await (await openPgliteDatabase({ folder })).close();
  });

  it('is opened from a copy that left the empty folders out, and says nothing of them', async () => {
    await copyStore();
    await removeEmptyFolders(join(folder, 'postgres'));
    const database = await openPgliteDatabase({ folder });
    expect(await database.call('get_setting', { key: 'a' })).toBe(1);
    await database.close();
    await (await openPgliteDatabase({ folder })).close();
  });

  it.each([
    ['a shortened log', async (data: string) => truncate(await firstSegment(data), 1_000)],
    ['no log', async (data: string) => rm(await firstSegment(data))],
    ['no commits', (data: string) => rm(join(data, 'pg_xact'), { recursive: true })],
    ['no map of its tables', (data: string) => rm(join(data, 'base/5/pg_filenode.map'))],
    ['no tables', (data: string) => rm(join(data, 'base'), { recursive: true })],
    ['no version', (data: string) => rm(join(data, 'PG_VERSION'))],
    ['another version', (data: string) => writeFile(join(data, 'PG_VERSION'), '17\n')],
  ])(
    'with %s is not opened and stays as it is, and the error says what to do next',
    async (_name, damage) => {
      await copyStore();
      const data = join(folder, 'postgres');
      await removeEmptyFolders(data);
      await damage(data);
      const before = await contentsOf(data);
      await expect(openPgliteDatabase({ folder })).rejects.toMatchObject({
        code: 'database_failed',
        isRetryable: false,
        message: expect.stringMatching(/cannot be opened.*copy.*import an export/),
      });
      expect(await contentsOf(data)).toEqual(before);
      expect(await readdir(folder)).toEqual(['holder', 'lock', 'postgres']);
    },
  );

  it.each([
    ['a file stands in its place', (data: string) => writeFile(data, 'not a store')],
    ['the folder is of somebody else', (data: string) => cp(import.meta.dirname, data, { recursive: true })],
  ])('is not made where %s', async (_name, occupy) => {
    const data = join(folder, 'postgres');
    await occupy(data);
    await expect(openPgliteDatabase({ folder })).rejects.toMatchObject({
      name: 'MemoryError',
      code: 'database_failed',
      message: expect.stringContaining(data),
    });
  });

  // the administrator may read everything
  it.runIf(process.getuid?.() !== 0)(
    'of which this user may not read a part is not called damaged',
    async () => {
      await copyStore();
      for (const part of ['postgres/base/5/1255', 'postgres/pg_xact', 'postgres/global/pg_control']) {
        const path = join(folder, part);
        const { mode } = await stat(path);
        await chmod(path, 0);
        await expect(openPgliteDatabase({ folder })).rejects.toMatchObject({
          code: 'database_failed',
          message: expect.stringMatching(
            new RegExp(`${part}, a part of the store.*must belong to this user`),
          ),
        });
        await chmod(path, mode);
      }
      await (await openPgliteDatabase({ folder })).close();
    },
  );

  it.runIf(process.platform === 'linux')(
    'that cannot be opened on a full disk is not reported as damaged: the error says what is full, and the store stays',
    async () => {
      await copyStore();
      const control = join(folder, 'postgres', 'global', 'pg_control');
      const intact = await readFile(control);
      // the engine fails for a disk that takes nothing as it does for rubbish, and says as little
      await writeFile(control, 'rubbish');
      await symlink('/dev/full', join(folder, 'room.tmp'));
      await expect(openPgliteDatabase({ folder })).rejects.toMatchObject({
        code: 'database_unavailable',
        message: expect.stringContaining('ENOSPC'),
      });
      await writeFile(control, intact);
      await (await openPgliteDatabase({ folder })).close();
    },
  );
});

async function removeEmptyFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await removeEmptyFolders(join(folder, entry.name));
  }
  if ((await readdir(folder)).length === 0) await rmdir(folder);
}

async function firstSegment(data: string): Promise<string> {
  const names = await readdir(join(data, 'pg_wal'));
  return join(data, 'pg_wal', names.find((name) => /^[0-9A-F]{24}$/.test(name)) ?? '');
}

/** The names and contents of all files, and the names of all folders. */
async function contentsOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const contents = await Promise.all(
    entries.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path, entry.isFile() ? (await readFile(path)).toString('base64') : ''] as const;
    }),
  );
  return Object.fromEntries(contents);
}
