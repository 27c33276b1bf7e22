import { execFile } from 'node:child_process';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { memoryPage } from '@devai/fastify/protocol/memory';
import { factText } from '@devai/memory/testing';
import { ownDatabase, postgresUrl } from '@devai/memory/testing/postgres';
import { afterEach, expect, it } from 'vitest';
import { connectClient } from './chat-client.ts';
import { makeLocalHost, startLocalServer } from './local-server.ts';
import { makeServerFolder, startServer as startProcess } from './server-process.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function startServer() {
  const host = await makeLocalHost();
  closing.push(host.remove);
  const server = await startLocalServer(host);
  closing.push(server.stop);
  return { ...server, api: `${server.url.replace('ws:', 'http:').replace('/ws/chat', '')}/api/memory` };
}

const load = async (api: string, lines: string): Promise<string> => {
  const headers = { 'content-type': 'application/x-ndjson' };
  const answer = await fetch(`${api}/import`, { method: 'POST', headers, body: lines });
  return (await answer.text()).trim().split('\n').at(-1) ?? '';
};

/** Says facts one after the other until what is done meanwhile has ended. Gives what was acknowledged before it began, and the session. */
async function whileTalking<Value>(url: string, run: () => Promise<Value>) {
  const client = await connectClient(url);
  const told: string[] = [];
  const over = new AbortController();
  const talk = async (): Promise<void> => {
    for (let number = 1; !over.signal.aborted; number += 1) {
      await client.say(`remember this: ${factText(number)}`);
      told.push(factText(number));
    }
  };
  const talking = talk();
  await expect.poll(() => told.length, { timeout: 20_000 }).toBeGreaterThan(2);
  const before = [...told];
  const value = await run();
  over.abort();
  await talking;
  await client.close();
  return { before, session: client.session.session, value };
}

it('an export while a chat goes on has all that was acknowledged before it, and another server goes on from there', async () => {
  const { url, api } = await startServer();
  const {
    before,
    session,
    value: lines,
  } = await whileTalking(url, async () => (await fetch(`${api}/export`)).text());
  expect(JSON.parse(lines.trim().split('\n').at(-1) ?? '')).toMatchObject({ done: true });

  const other = await startServer();
  expect(JSON.parse(await load(other.api, lines))).toMatchObject({
    report: { session: { added: 1 }, memory: { known: 0 } },
  });
  const listed = () => other.memory.memories.list({ project: 'taskforge', limit: 200 });
  expect((await listed()).map(({ content }) => content)).toEqual(expect.arrayContaining(before));
  const again = await connectClient(other.url, { session });
  const { reply } = await again.say('Which port does Service s1 listen on?');
  expect(reply).toContain('9001');
  await again.close();
  const rows = await listed();
  await load(other.api, lines);
  expect(await listed()).toHaveLength(rows.length);
});

/** The server in a process of its own, over a new folder. */
async function startApart(environment: Record<string, string> = {}, from?: string) {
  const folder = await makeServerFolder();
  closing.push(folder.remove);
  const data = join(folder.path, 'data');
  if (from !== undefined) {
    await rm(data, { recursive: true });
    await cp(from, data, { recursive: true });
  }
  const server = await startProcess(folder, { environment });
  closing.push(server.kill);
  return { ...server, data };
}

async function contentsOf(url: string): Promise<string[]> {
  const api = url.replace('ws:', 'http:').replace('/ws/chat', '/api/memory?limit=200');
  const { memories } = memoryPage.parse(await (await fetch(api)).json());
  return memories.map(({ content }) => content);
}

/** `session`: absent where a turn ran at the moment of the copy, which holds it for half a minute. */
async function goesOn(url: string, session?: string): Promise<void> {
  const again = await connectClient(url, session === undefined ? {} : { session });
  const { reply } = await again.say('Which port does Service s1 listen on?');
  expect(reply).toContain('9001');
  await again.close();
}

it('a copy of the data folder of a stopped server has all of it, and another server goes on from there', async () => {
  const first = await startApart();
  const { before, session } = await whileTalking(first.url, () => Promise.resolve());
  expect(await first.stop()).toBe(0);
  const second = await startApart({}, first.data);
  expect(await contentsOf(second.url)).toEqual(expect.arrayContaining(before));
  await goesOn(second.url, session);
});

const call = promisify(execFile);
const postgres = postgresUrl();

/** The container that a server of Postgres runs in, whose own `pg_dump` fits it; null: it runs in none that is known here. */
async function containerOf(url: string | null): Promise<string | null> {
  if (url === null) return null;
  const filter = ['--filter', `publish=${new URL(url).port}`];
  const { stdout } = await call('docker', ['ps', '--quiet', ...filter]).catch(() => ({ stdout: '' }));
  return stdout.trim() || null;
}

const container = await containerOf(postgres);
if (container === null)
  process.stderr.write('No Postgres in a container: the backup by its pg_dump is left out.\n');

it.skipIf(container === null)(
  'a pg_dump while a chat goes on has all that was acknowledged before it, and another server goes on from there',
  async () => {
    const own = async () => {
      const database = await ownDatabase(postgres ?? '');
      closing.push(database.drop);
      return database.url;
    };
    const [from, to] = [await own(), await own()];
    const inContainer = (script: string) => call('docker', ['exec', container ?? '', 'sh', '-c', script]);
    const nameOf = (url: string): string => new URL(url).pathname.slice(1);
    const as = `-U ${new URL(from).username}`;
    const first = await startApart({ DATABASE_URL: from });
    const { before } = await whileTalking(first.url, () =>
      inContainer(`pg_dump ${as} -Fc -f /tmp/${nameOf(from)} ${nameOf(from)}`),
    );
    await first.stop();
    await inContainer(
      `pg_restore ${as} --exit-on-error -d ${nameOf(to)} /tmp/${nameOf(from)}; rm /tmp/${nameOf(from)}`,
    );
    const second = await startApart({ DATABASE_URL: to });
    expect(await contentsOf(second.url)).toEqual(expect.arrayContaining(before));
    await goesOn(second.url);
  },
);
