import { factText } from '@devai/memory/testing';
import { afterEach, expect, it } from 'vitest';
import { connectClient } from './chat-client.ts';
import { makeLocalHost, startLocalServer } from './local-server.ts';

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

it('an export while a chat goes on has all that was acknowledged before it, and another server goes on from there', async () => {
  const { url, api } = await startServer();
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
  await expect.poll(() => told.length).toBeGreaterThan(2);
  const before = [...told];
  const lines = await (await fetch(`${api}/export`)).text();
  over.abort();
  await talking;
  await client.close();
  expect(JSON.parse(lines.trim().split('\n').at(-1) ?? '')).toMatchObject({ done: true });

  const other = await startServer();
  expect(JSON.parse(await load(other.api, lines))).toMatchObject({
    report: { session: { added: 1 }, memory: { known: 0 } },
  });
  const listed = () => other.memory.memories.list({ project: 'taskforge', limit: 200 });
  expect((await listed()).map(({ content }) => content)).toEqual(expect.arrayContaining(before));
  const again = await connectClient(other.url, { session: client.session.session });
  const { reply } = await again.say('Which port does Service s1 listen on?');
  expect(reply).toContain('9001');
  await again.close();
  const rows = await listed();
  await load(other.api, lines);
  expect(await listed()).toHaveLength(rows.length);
});
