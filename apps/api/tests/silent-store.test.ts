import type { Database } from '@devai/memory';
import { givingUpOnSilence } from '@devai/memory/store/drivers/giving-up';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectClient } from './chat-client.ts';
import { makeLocalHost, startLocalServer, type LocalHost, type LocalServer } from './local-server.ts';

let host: LocalHost;
let server: LocalServer;
let isSilent: boolean;
/** Calls that a silent store took. */
let taken: string[];

beforeEach(async () => {
  isSilent = false;
  taken = [];
  host = await makeLocalHost();
  const store = host.store.lend();
  const silenced: Database = {
    ...store,
    call(name, args) {
      if (!isSilent) return store.call(name, args);
      taken.push(name);
      return new Promise(() => {});
    },
  };
  const database = givingUpOnSilence(silenced, { patience: { call: 200, probe: 50 } });
  server = await startLocalServer(host, { database });
});
afterEach(async () => {
  await server.stop();
  await host.remove();
});

const health = async () => (await server.fastify.inject({ url: '/api/health' })).json();

describe('a store that accepts calls and does not answer', () => {
  it('delays neither chat nor health, and gets every message in order when it answers again', async () => {
    const client = await connectClient(server.url);
    await client.say('before');
    isSilent = true;
    for (const content of ['one', 'two', 'three']) {
      await client.say(content);
      expect(await client.next('message', (frame) => frame.content === content)).toMatchObject({
        number: null,
      });
    }
    expect(await health()).toMatchObject({ status: 'degraded', store: { reachable: false } });
    const other = await connectClient(server.url);
    expect(await other.say('in a new session')).toMatchObject({ reply: expect.any(String) });
    // besides those under way when it fell silent, the store was only asked whether it is back
    expect(taken.filter((name) => name === 'append_messages').length).toBeLessThanOrEqual(1);

    isSilent = false;
    await vi.waitFor(async () => expect((await server.memory.sessions.journal()).waiting).toBe(0), 10_000);
    await vi.waitFor(
      async () => expect(await health()).toMatchObject({ store: { reachable: true } }),
      10_000,
    );
    const stored = await server.memory.sessions.messages(client.session.session);
    const said = stored.filter(({ role }) => role === 'user').map(({ content }) => content);
    expect(said).toEqual(['before', 'one', 'two', 'three']);
    await Promise.all([client.close(), other.close()]);
  });
});
