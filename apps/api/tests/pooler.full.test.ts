import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createMemory, createOfflineEmbedder, openPostgresDatabase } from '@devai/memory';
import { factText, silentLog } from '@devai/memory/testing';
import {
  administer,
  hasPgBouncer,
  ownDatabase,
  startPgBouncer,
  postgresUrl,
} from '@devai/memory/testing/postgres';
import { describe, expect, it } from 'vitest';
import { createBookedChat, type BookedChat } from '../testing/booked-chat.ts';
import { checkFacts, waitUntilFinished } from '../testing/check-memories.ts';
import { checkSession } from '../testing/check-sessions.ts';
import { environmentOf, shortWaits, startFactModel } from '../testing/fact-model.ts';
import { createTally } from '../testing/tally.ts';
import { opened } from './opened.ts';
import { startServer } from './server-process.ts';

const serverUrl = postgresUrl();
const isLeftOut = serverUrl === null || !hasPgBouncer();

/** More chats than the pooler has connections to the server. */
const chats = { transaction: 12, session: 4 };
const turns = 3;

describe.skipIf(isLeftOut).each(['transaction', 'session'] as const)('behind a pooler in %s mode', (mode) => {
  const world = opened('test', async (closing) => {
    const { url } = closing.adopt(await ownDatabase(serverUrl ?? ''), (one) => one.drop());
    const size = mode === 'session' ? 30 : 4;
    const pooler = closing.adopt(await startPgBouncer(url, { mode, size }), (one) => one.close());
    return { url, pooler, closing };
  });

  it('a server is migrated, keeps what is said by many at once, and continues when the pooler or the server cut it off', async () => {
    const { url, pooler, closing } = world();
    const path = await mkdtemp(join(tmpdir(), 'devai-test-'));
    closing.defer(() => rm(path, { recursive: true, force: true, maxRetries: 5 }));
    const folder = { path, remove: async () => {} };
    const model = closing.adopt(await startFactModel(({ said }) => `Noted: ${said}`), (one) => one.close());
    const environment = { ...environmentOf(model), DATABASE_URL: pooler.url };
    const server = closing.adopt(await startServer(folder, { options: shortWaits, environment }), (one) =>
      one.kill(),
    );
    let fact = 0;
    const books: BookedChat[] = [];
    const talk = async (): Promise<void> => {
      const chat = createBookedChat();
      books.push(chat);
      await chat.connect(server.url);
      for (let turn = 0; turn < turns; turn += 1) await chat.deliver(chat.add(factText((fact += 1))));
      await chat.close();
    };
    const talking = Promise.all(Array.from({ length: chats[mode] }, talk));
    await pause(300);
    await pooler.kill();
    await pause(500);
    await pooler.start();
    await pause(300);
    const others = `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
    await administer(url, `select pg_terminate_backend(pid) ${others}`);
    await talking;

    const tally = createTally('faults', 'postgres');
    await waitUntilFinished(server.url, tally);
    for (const chat of books) await checkSession(server.url, chat, tally);
    const said = books.flatMap((chat) => chat.said);
    expect(said.map(({ end }) => end)).toEqual(said.map(() => 'reply'));
    await checkFacts(
      server.url,
      said.map(({ content }) => content),
      tally,
    );
    expect([...tally.failures], server.output().slice(-3_000)).toEqual([]);
  });

  it('what agents share reaches every process, and the doctor knows whether by notices', async () => {
    const { pooler } = world();
    const open = async () =>
      createMemory({
        database: await openPostgresDatabase({ url: pooler.url, log: silentLog }),
        embeddings: createOfflineEmbedder(),
      });
    const [one, other] = [await open(), await open()];
    const got: unknown[] = [];
    await one.shared.subscribe({ project: 'taskforge' }, ({ value }) => void got.push(value));
    for (const value of [1, 2, 3]) {
      await other.shared.publish('n', value, { project: 'taskforge' });
      await expect.poll(() => got.at(-1), { timeout: 5_000 }).toBe(value);
    }
    const isHeard = mode === 'session';
    await expect.poll(() => one.store.sharedNotice === null).toBe(isHeard);
    await pooler.kill();
    await expect.poll(() => one.store.sharedNotice).toContain('no notices');
    await pooler.start();
    await expect.poll(() => one.store.sharedNotice === null).toBe(isHeard);
    await other.shared.publish('n', 4, { project: 'taskforge' });
    await expect.poll(() => got.at(-1), { timeout: 5_000 }).toBe(4);
    await Promise.all([one.close(), other.close()]);
  });
});
