import { setTimeout as pause } from 'node:timers/promises';
import { openPostgresDatabase } from '@devai/memory';
import { factText } from '@devai/memory/testing';
import {
  crash,
  ownDatabase,
  startFaultyProxy,
  startOwnPostgres,
  type Farewell,
  type FaultyProxy,
  postgresUrl,
} from '@devai/memory/testing/postgres';
import { beforeAll, describe, expect, it } from 'vitest';
import { createBookedChat } from '../testing/booked-chat.ts';
import { checkFacts, waitUntilFinished } from '../testing/check-memories.ts';
import { checkSession } from '../testing/check-sessions.ts';
import { environmentOf, shortWaits, startFactModel } from '../testing/fact-model.ts';
import { createTally } from '../testing/tally.ts';
import { chatThroughOutage } from './chat-through-outage.ts';
import { opened } from './opened.ts';
import { makeLocalHost, startLocalServer } from './local-server.ts';
import { serveChat } from './serve-chat.ts';

const serverUrl = postgresUrl();

describe.skipIf(serverUrl === null)('a database behind a pooler', () => {
  let proxy: FaultyProxy;
  beforeAll(async () => {
    const { url, drop } = await ownDatabase(serverUrl ?? '');
    proxy = await startFaultyProxy(url);
    return async () => {
      proxy.close();
      await drop();
    };
  });
  const world = serveChat('file', async () => ({ database: await openPostgresDatabase({ url: proxy.url }) }));

  const starting = { code: '57P03', message: 'the database system is starting up' };
  it.each<[string, { dismissal?: Farewell; refusal?: Farewell; isSnapping?: boolean }]>([
    [
      'has no connection left for a session',
      { refusal: { code: 'XX000', message: 'MaxClientsInSessionMode: max clients reached' } },
    ],
    ['takes no more clients', { refusal: { code: '08P01', message: 'no more connections allowed' } }],
    [
      'is shut down',
      { dismissal: { code: '57P01', message: 'terminating connection due to administrator command' } },
    ],
    ['cuts each call after it was sent', { isSnapping: true }],
  ])(
    'that %s loses no message, and the chat goes on and says so',
    async (_, { dismissal, refusal = starting, isSnapping = false }) => {
      await chatThroughOutage(world, {
        begin() {
          if (isSnapping) return proxy.snap(true);
          proxy.refuse(refusal);
          if (dismissal) proxy.dismiss(dismissal);
          else proxy.cut();
        },
        end() {
          proxy.snap(false);
          proxy.refuse(null);
        },
      });
    },
  );
});

const own = serverUrl === null ? null : await startOwnPostgres();
if (own === null) process.stderr.write('No Docker: no Postgres server is crashed.\n');

describe.skipIf(own === null)('a database server that crashes', () => {
  const world = opened('file', async (closing) => {
    closing.defer(() => own?.stop());
    const host = closing.adopt(await makeLocalHost(), (one) => one.remove());
    const model = closing.adopt(await startFactModel(({ said }) => `Noted: ${said}`), (one) => one.close());
    const database = await openPostgresDatabase({ url: own?.url ?? '' });
    const settings = {
      options: shortWaits,
      environment: { ...environmentOf(model), LOG_LEVEL: 'silent' },
      database,
    };
    return closing.adopt(await startLocalServer(host, settings), (one) => one.stop());
  });

  it('three times in the middle of chats and jobs loses no message and leaves one memory of each', async () => {
    const { url } = world();
    const books = Array.from({ length: 6 }, createBookedChat);
    const over = new AbortController();
    let fact = 0;
    const talking = books.map(async (chat) => {
      await chat.connect(url);
      while (!over.signal.aborted) await chat.deliver(chat.add(factText((fact += 1))));
      await chat.close();
    });
    for (let crashes = 0; crashes < 3; crashes += 1) {
      await pause(700);
      await crash(own?.url ?? '');
    }
    await pause(300);
    over.abort();
    await Promise.all(talking);

    const tally = createTally('crashes', 'postgres');
    await waitUntilFinished(url, tally);
    for (const chat of books) await checkSession(url, chat, tally);
    const said = books.flatMap((chat) => chat.said);
    expect(new Set(said.map(({ end }) => end))).toEqual(new Set(['reply']));
    await checkFacts(
      url,
      said.map(({ content }) => content),
      tally,
    );
    expect([...tally.failures]).toEqual([]);
  });
});
