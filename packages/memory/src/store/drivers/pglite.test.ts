import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startProcess } from '../../../contract/processes/start-process.ts';
import type { Message } from '../../types.ts';
import { createSessionStore } from '../session-store.ts';
import { openPgliteDatabase } from './pglite.ts';

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('the embedded store in a folder', () => {
  let template: string;
  let folder: string;
  beforeAll(async () => {
    template = await mkdtemp(join(tmpdir(), 'devai-store-'));
    await (await openPgliteDatabase({ folder: template })).close();
  });
  afterAll(() => rm(template, { recursive: true }));
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'devai-store-'));
  });
  afterEach(() => rm(folder, { recursive: true }));
  /** As if it had been made here: what making takes, a copy does not. */
  const copyStore = () => cp(template, folder, { recursive: true });

  it('is made where nothing is, and keeps what was stored when it is opened again', async () => {
    const inside = join(folder, 'made', 'by the store');
    const first = await openPgliteDatabase({ folder: inside });
    await first.call('set_setting', { key: 'a', value: 1 });
    await first.close();
    const second = await openPgliteDatabase({ folder: inside });
    expect(await second.call('get_setting', { key: 'a' })).toBe(1);
    await second.close();
  });

  it('is one at a time', async () => {
    await copyStore();
    const first = await openPgliteDatabase({ folder });
    await expect(openPgliteDatabase({ folder })).rejects.toMatchObject({ code: 'database_locked' });
    await first.close();
    await (await openPgliteDatabase({ folder })).close();
  });

  it('has every acknowledged message after kill -9 at any moment, in order and without gaps', async () => {
    await copyStore();
    const sessionId = randomUUID();
    const acknowledged: string[] = [];
    for (const messages of [0, 7, 40, Math.round(Math.random() * 100)]) {
      const child = startProcess('append-messages.ts', folder, sessionId);
      expect(await child.firstLine()).toBe('open');
      await expect(openPgliteDatabase({ folder })).rejects.toMatchObject({ code: 'database_locked' });
      while (child.lines().length <= messages) await sleep(1);
      await child.kill();
      acknowledged.push(...child.lines().slice(1));

      const stored = await readMessages(folder, sessionId);
      expect(stored.map((message) => message.number)).toEqual(stored.map((_, index) => index + 1));
      // at most the one under way at each kill is stored without having been acknowledged
      const ids = stored.map((message) => message.id);
      expect(ids.filter((id) => acknowledged.includes(id))).toEqual(acknowledged);
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(47);
  }, 90_000);

  it('is made anew after a kill in the midst of being made', async () => {
    const child = startProcess('append-messages.ts', folder, randomUUID());
    while (!(await readdir(folder)).includes('postgres.new')) await sleep(10);
    await sleep(300);
    await child.kill();
    const entries = await readdir(folder);
    expect(entries).toContain('postgres.new');
    expect(entries).not.toContain('postgres');
    const database = await openPgliteDatabase({ folder });
    expect(await database.call('get_setting', { key: 'a' })).toBeNull();
    await database.close();
    expect(await readdir(folder)).not.toContain('postgres.new');
  });

  it('that is damaged is not opened, not replaced, and not kept locked', async () => {
    await copyStore();
    const control = join(folder, 'postgres', 'global', 'pg_control');
    const intact = await readFile(control);
    await writeFile(control, 'rubbish');
    await expect(openPgliteDatabase({ folder })).rejects.toMatchObject({ code: 'database_failed' });
    expect((await readFile(control)).toString()).toBe('rubbish');
    await writeFile(control, intact);
    await (await openPgliteDatabase({ folder })).close();
  });
});

async function readMessages(folder: string, sessionId: string): Promise<Message[]> {
  const database = await openPgliteDatabase({ folder });
  try {
    return await createSessionStore(database).listMessages(sessionId, { after: 0, limit: 10_000 });
  } finally {
    await database.close();
  }
}
