import type { Database } from '@devai/memory';
import { databaseError } from '@devai/memory/store/database-error';
import { givingUpOnSilence } from '@devai/memory/store/drivers/giving-up';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LocalSettings } from './local-server.ts';
import { serveChat, type Parts } from './serve-chat.ts';

let isSilent: boolean;
/** Calls that a silent store took. */
let taken: string[];

const world = serveChat('test', silenceable);

describe('a store that accepts calls and does not answer', () => {
  it('delays neither chat nor health, and gets every message in order when it answers again', async () => {
    const client = await world.connect();
    await client.say('before');
    isSilent = true;
    for (const content of ['one', 'two', 'three']) {
      await client.say(content);
      expect(await client.next('message', (frame) => frame.content === content)).toMatchObject({
        number: null,
      });
    }
    expect(await health()).toMatchObject({ status: 'degraded', store: { reachable: false } });
    const other = await world.connect();
    expect(await other.say('in a new session')).toMatchObject({ reply: expect.any(String) });
    // besides those under way when it fell silent, the store was only asked whether it is back
    expect(taken.filter((name) => name === 'append_messages').length).toBeLessThanOrEqual(1);

    isSilent = false;
    await vi.waitFor(
      async () => expect((await world.server.memory.sessions.journal()).waiting).toBe(0),
      20_000,
    );
    await vi.waitFor(
      async () => expect(await health()).toMatchObject({ store: { reachable: true } }),
      20_000,
    );
    const stored = await world.server.memory.sessions.messages(client.session.session);
    const said = stored.filter(({ role }) => role === 'user').map(({ content }) => content);
    expect(said).toEqual(['before', 'one', 'two', 'three']);
  });
});

describe('a store that refuses', () => {
  const refused = serveChat('test', refusable);
  afterEach(() => {
    refusal = null;
  });

  it.each([
    ['with no free connection', '53300'],
    ['as a pooler does', 'XX000'],
    ['because a function is missing', '42883'],
  ])('%s every call delays neither chat nor loses a message', async (_, sqlState) => {
    const client = await refused.connect();
    await client.say('before');
    refusal = { sqlState, only: null };
    await client.say('one');
    await client.say('two');
    const other = await refused.connect();
    expect(other.session.degraded).toContainEqual(expect.stringContaining('cannot be reached'));
    await other.say('in a new session');
    refusal = null;
    await client.say('after');
    await vi.waitFor(async () =>
      expect(await saidIn(client.session.session)).toEqual(['before', 'one', 'two', 'after']),
    );
    await vi.waitFor(async () => expect(await saidIn(other.session.session)).toEqual(['in a new session']));
  });

  it('a new session alone, keeps what is said in it', async () => {
    const client = await refused.connect();
    refusal = { sqlState: '08006', only: 'open_session' };
    await client.say('hello');
    expect(await saidIn(client.session.session)).toEqual([]);
    refusal = null;
    await client.say('again');
    expect(await saidIn(client.session.session)).toEqual(['hello', 'again']);
  });

  it('every call, goes on in sessions that clients come back to, and says so', async () => {
    const client = await refused.connect();
    const { session } = client.session;
    await client.say('before');
    refusal = { sqlState: '08006', only: null };
    const away = expect.arrayContaining([expect.stringContaining('cannot be reached')]);
    const other = await refused.connect({ session });
    expect(other.session.degraded).toEqual(away);
    await other.close();
    await client.close();
    const again = await refused.connect({ session, after: 0 });
    expect(again.session).toMatchObject({ missed: [], degraded: away });
    await again.say('one');
    const begun = await refused.connect();
    await begun.say('in a new session');
    await begun.close();
    const back = await refused.connect({ session: begun.session.session });
    expect(await back.say('and again')).toMatchObject({ reply: expect.any(String) });
    await back.close();
    refusal = null;
    await again.say('after');
    await vi.waitFor(async () => expect(await saidIn(session)).toEqual(['before', 'one', 'after']));
    const last = await refused.connect({ session: begun.session.session, after: 0 });
    expect(last.session.degraded).toEqual([]);
    expect(last.session.missed.map(({ content }) => content)).toEqual(
      expect.arrayContaining(['in a new session', 'and again']),
    );
  });

  it('every call, shows nothing of a session that was left before something was forgotten', async () => {
    const client = await refused.connect();
    const { session } = client.session;
    await client.say('remember this: the dog is called Rex');
    await client.close();
    await expect
      .poll(async () => (await refused.server.memory.sessions.get(session))?.endedAt)
      .not.toBeNull();
    const [memory] = await refused.server.memory.memories.list({});
    await refused.server.memory.memories.forget(memory?.id ?? '');
    refusal = { sqlState: '08006', only: null };
    const other = await refused.connect();
    other.send({ type: 'hello', session });
    expect(await other.next('error')).toMatchObject({ code: 'database_unavailable' });
  });

  it('any one of the calls of a turn, ends the turn with a reply and keeps what is said', async () => {
    const client = await refused.connect();
    called.clear();
    await client.say('remember this: my dog is called Rex');
    await client.say('What is my dog called?');
    const said: string[] = [];
    for (const only of called) {
      refusal = { sqlState: 'XX000', only };
      const { frames } = await client.say(`without ${only}`);
      expect(frames.at(-1), only).toMatchObject({ type: 'message', end: 'reply' });
      said.push(`without ${only}`);
    }
    refusal = null;
    await vi.waitFor(async () => expect((await saidIn(client.session.session)).slice(2)).toEqual(said));
  });

  const saidIn = async (session: string) =>
    (await refused.server.memory.sessions.messages(session))
      .filter(({ role }) => role === 'user')
      .map(({ content }) => content);
});

/** What the store refuses every call with, or those of one name; null: nothing. */
let refusal: { sqlState: string; only: string | null } | null = null;
/** The names of all calls. */
const called = new Set<string>();

function refusable({ host }: Parts): LocalSettings {
  const store = host.store.lend();
  return {
    database: {
      ...store,
      async call(name, args) {
        called.add(name);
        if (refusal && (refusal.only === null || refusal.only === name))
          throw databaseError(refusal.sqlState, new Error('max clients reached'));
        return store.call(name, args);
      },
    },
  };
}

const health = async () => (await world.server.fastify.inject({ url: '/api/health' })).json();

/** The settings of a server whose store falls silent when the test says so. */
function silenceable({ host }: Parts): LocalSettings {
  isSilent = false;
  taken = [];
  const store = host.store.lend();
  const silenced: Database = {
    ...store,
    call(name, args) {
      if (!isSilent) return store.call(name, args);
      taken.push(name);
      return new Promise(() => {});
    },
  };
  return { database: givingUpOnSilence(silenced, { patience: { call: 200, probe: 50 } }) };
}
