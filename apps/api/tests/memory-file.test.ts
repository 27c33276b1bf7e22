import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestClock } from '@devai/memory/testing';
import { expect, it } from 'vitest';
import { serveChat } from './serve-chat.ts';

const clock = createTestClock('2026-03-01T12:00:00Z');
const world = serveChat('test', async ({ host }) => {
  await host.store.setNow(clock.now());
  return { environment: { MEMORY_FILE: 'memory/memory.md', TZ: 'UTC' }, background: false, clock };
});

it('is taken over by the next session, which shows a removed line as pending before it is forgotten', async () => {
  const first = await world.connect();
  await first.say('remember: the server listens on port 3000');
  await first.say('remember: the database is Postgres');
  await first.close();
  await expect.poll(() => read().catch(String)).toMatch(/Postgres \[[0-9a-f]{8}\]\n- .*3000 \[/);

  await edit((text) =>
    text
      .replace('port 3000', 'port 4000')
      .replace(/^- .*Postgres.*\n/m, '')
      .replace('## About you\n', '## About you\n\n- Lives in Kassel\n'),
  );
  const second = await world.connect();
  expect(await known()).toEqual([
    expect.stringMatching(/^lives in kassel$/i),
    expect.stringMatching(/postgres/i),
    expect.stringMatching(/port 4000/),
  ]);
  expect(await read()).toMatch(/## Forgotten on 2026-03-0\d unless put back\n\n- .*Postgres/i);
  await second.close();

  clock.advance(2 * 86_400_000);
  await world.host.store.setNow(clock.now());
  await world.connect();
  await expect.poll(read).not.toMatch(/Postgres/i);
  expect(await known()).toEqual([
    expect.stringMatching(/^lives in kassel$/i),
    expect.stringMatching(/port 4000/),
  ]);
});

it('tells in the session what was not understood', async () => {
  const first = await world.connect();
  await first.say('remember: the database is Postgres');
  await first.close();
  await expect.poll(() => read().catch(String)).toContain('Postgres');
  await edit((text) => `${text}a note without a place\n`);
  await world.connect();
  await expect.poll(() => world.server.notices().join()).toContain('line');
  expect(await readFile(join(world.host.path, 'taskforge', 'memory', 'memory.md.bak'), 'utf8')).toContain(
    'a note',
  );
});

const path = () => join(world.host.path, 'taskforge', 'memory', 'memory.md');
const read = () => readFile(path(), 'utf8');
const edit = async (change: (text: string) => string) => writeFile(path(), change(await read()));
const known = async () =>
  (await world.server.memory.memories.list({ project: 'taskforge' })).map((one) => one.content).toSorted();
