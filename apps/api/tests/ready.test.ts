import { databaseError } from '@devai/memory/store/database-error';
import { expect, it, vi } from 'vitest';
import { connectClient } from './chat-client.ts';
import { serveChat } from './serve-chat.ts';

const token = 'correct horse battery staple';
const world = serveChat('test', ({ host }) => {
  const store = host.store.lend();
  refusal = null;
  return {
    environment: { DEVAI_API_TOKEN: token },
    background: false,
    database: {
      ...store,
      async call(name, args) {
        if (refusal === 'silence') return new Promise(() => {});
        if (refusal !== null) throw databaseError(refusal, new Error('refused at 10.0.0.7'));
        return store.call(name, args);
      },
    },
  };
});
/** What the store answers every call with: an SQLSTATE, or nothing at all; null: as usual. */
let refusal: string | null;

async function ready() {
  const answer = await world.request('/api/ready');
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}

it('a server is ready without a token, and says no more than that', async () => {
  expect(await ready()).toMatchObject({ status: 200, text: '{"status":"ready"}' });
  expect((await world.request('/api/health')).status).toBe(401);
});

it.each([
  ['cannot be reached', '08006', 'database_unavailable'],
  ['lacks a function', '42883', 'database_failed'],
  ['accepts calls and is silent', 'silence', 'database_unavailable'],
])('a server whose store %s is not ready until it answers again', async (_, state, reason) => {
  refusal = state;
  const { status, type, text } = await ready();
  expect({ status, type }).toEqual({
    status: 503,
    type: expect.stringContaining('application/problem+json'),
  });
  expect(JSON.parse(text)).toMatchObject({
    status: 503,
    code: 'not_ready',
    detail: expect.stringContaining(reason),
  });
  expect(text).not.toContain('10.0.0.7');
  refusal = null;
  expect((await ready()).status).toBe(200);
});

it('a server that is being stopped is not ready, and refuses other requests in the same form', async () => {
  const ended = Promise.withResolvers<void>();
  const { sessions } = world.server.memory.as('me');
  const { end } = sessions;
  const ending = Promise.withResolvers<void>();
  vi.spyOn(sessions, 'end').mockImplementation(async (...session) => {
    ending.resolve();
    await ended.promise;
    await end(...session);
  });
  const client = await connectClient(world.server.url, {}, { authorization: `Bearer ${token}` });
  await client.next('session');
  const stopped = world.server.stop();
  await ending.promise;
  expect(await ready()).toMatchObject({ status: 503, text: expect.stringContaining('"code":"stopping"') });
  expect(await (await world.request('/api/health')).json()).toMatchObject({ code: 'stopping' });
  ended.resolve();
  await stopped;
});
