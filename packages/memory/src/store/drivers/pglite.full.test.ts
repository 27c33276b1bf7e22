import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startProcess } from '../../../contract/processes/start-process.ts';
import { startShortLivedEngines } from '../../../testing/short-lived.ts';
import type { Message } from '../messages.ts';
import { createStore } from '../store.ts';
import { openPgliteDatabase } from './pglite.ts';

// the file is alone in its process
startShortLivedEngines();

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('the embedded store in a folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'devai-store-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('has every acknowledged message after kill -9 at any moment, in order and without gaps', async () => {
    await (await openPgliteDatabase({ folder })).close();
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
  });

  it('is created anew after a kill during its creation', async () => {
    const child = startProcess('append-messages.ts', folder, randomUUID());
    while (!(await readdir(folder)).includes('postgres.new')) await sleep(10);
    await child.kill();
    const entries = await readdir(folder);
    expect(entries).toContain('postgres.new');
    expect(entries).not.toContain('postgres');
    const database = await openPgliteDatabase({ folder });
    expect(await database.call('get_setting', { key: 'a' })).toBeNull();
    await database.close();
    expect(await readdir(folder)).not.toContain('postgres.new');
  });
});

async function readMessages(folder: string, sessionId: string): Promise<Message[]> {
  const database = await openPgliteDatabase({ folder });
  try {
    return await createStore(database).listMessages(sessionId, { after: 0, limit: 10_000 });
  } finally {
    await database.close();
  }
}
