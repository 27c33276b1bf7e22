import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { connectClient, type ChatClient } from './chat-client.ts';
import { secret, tokenFor } from './provider.ts';
import { serveChat } from './serve-chat.ts';

const operatorsToken = 'the token of the operator';
const environment = {
  DEVAI_API_TOKEN: operatorsToken,
  DEVAI_AUTH_SECRET: secret,
  DEVAI_AUTH_PROJECTS: 'projects',
};
const world = serveChat('file', { environment });
/** A word that only Alice says. */
const canary = `canary${randomUUID().replaceAll('-', '')}`;
let alice: ChatClient;
let bob: ChatClient;

beforeAll(async () => {
  alice = await connectAs('alice');
  bob = await connectAs('bob');
}, 60_000);

describe('the chat of a user', () => {
  it('is not found by another user, while it runs and after it was left', async () => {
    await alice.say(`My locker opens with ${canary}`);
    const { session } = alice.session;
    expect(await helloOf(bob, { session })).toMatchObject({ type: 'error', code: 'not_found' });
    expect(await helloOf(bob, { session, project: 'taskforge' })).toMatchObject({ code: 'not_found' });
    const { stream } = alice.session;
    expect(await helloOf(bob, { session, stream, sequence: 0, after: 0 })).toMatchObject({
      code: 'not_found',
    });
    const left = await connectAs('alice');
    await left.say(`The other locker opens with ${canary}`);
    await left.close();
    await expect
      .poll(async () => (await get('alice', `/api/memory/sessions/${left.session.session}`)).text)
      .toContain('"endedAt":"');
    expect(await helloOf(bob, { session: left.session.session })).toMatchObject({ code: 'not_found' });
    expect(heard(bob)).not.toContain(canary);
    expect(await helloOf(alice, { session, after: 0 })).toMatchObject({ type: 'session' });

    const unkept = await connectAs('alice', {}, { temporary: true });
    const { session: temporary } = unkept.session;
    await unkept.say(`Nobody keeps ${canary}`);
    for (const more of [{}, { temporary: true }])
      expect(await helloOf(bob, { session: temporary, ...more })).toMatchObject({ code: 'not_found' });
    expect(heard(bob)).not.toContain(canary);
    await unkept.close();
  });

  it('is not taken over by a user who begins one under its id', async () => {
    const { session } = alice.session;
    const stored = (await get('alice', `/api/memory/sessions/${session}`)).text;
    const mallory = await connectAs('mallory');
    expect(await helloOf(mallory, { session, fresh: true })).toMatchObject({
      type: 'session',
      running: false,
    });
    const from = mallory.frames.length;
    mallory.send({ type: 'message', id: randomUUID(), content: 'What opens the locker?' });
    await mallory.next('error', ({ code }) => code === 'not_found', from);
    await mallory.next('message', ({ end }) => end === 'failed', from);
    expect((await get('alice', `/api/memory/sessions/${session}`)).text).toBe(stored);
    expect(heard(mallory)).not.toContain(canary);
    await mallory.close();
  });

  it('recalls what they said, and nothing that another user said', async () => {
    await alice.say(`remember this: my badge has the number ${canary}`);
    const own = await alice.say('What is the number of my badge?');
    expect(own.reply).toContain(canary);
    const other = await bob.say('What is the number of my badge?');
    expect(JSON.stringify(other)).not.toContain(canary);
  });

  it('takes no answer of another user to what it asks', async () => {
    await alice.say(`remember this: my desk has the key ${canary}`);
    const from = alice.frames.length;
    await alice.say('Forget everything about my desk');
    const { id } = await alice.next('approval_request', () => true, from);
    bob.send({ type: 'approve', id, decision: 'once' });
    expect(await bob.next('error', ({ code }) => code === 'not_found', bob.frames.length - 1)).toBeDefined();
    expect((await get('alice', '/api/memory/search?q=key+of+my+desk')).text).toContain(canary);
    alice.send({ type: 'approve', id, decision: 'deny' });
    await alice.next('approval_resolved', (frame) => frame.id === id, from);
  });

  it('is told of their focus and what their agents share, and another user of the same project is not', async () => {
    const [fromAlice, fromBob] = [alice.frames.length, bob.frames.length];
    await send('alice', 'PUT', '/api/focus', {
      topics: [{ topic: `locker ${canary}`, files: [], directories: [] }],
    });
    await send('alice', 'POST', '/api/memory/shared', { key: 'locker', value: canary });
    const file = join(world.host.path, 'taskforge', 'memory', 'RECENT_FOCUS.md');
    expect(await readFile(file, 'utf8').catch(() => '')).not.toContain(canary);
    expect(JSON.stringify(await alice.next('focus_changed', () => true, fromAlice))).toContain(canary);
    expect((await alice.next('shared', () => true, fromAlice)).content).toBe(canary);
    await send('bob', 'POST', '/api/memory/shared', { key: 'mine', value: 'of bob' });
    expect((await bob.next('shared', () => true, fromBob)).content).toBe('of bob');
    expect(bob.frames.slice(fromBob).map(({ type }) => type)).not.toContain('focus_changed');
    expect(heard(bob)).not.toContain(canary);
  });

  it('lets two users give their messages the same id', async () => {
    const id = randomUUID();
    for (const [client, content] of [
      [alice, `the vault opens with ${canary}`],
      [bob, 'the vault is shut'],
    ] as const) {
      const from = client.frames.length;
      client.send({ type: 'message', id, content });
      await client.next('message', ({ role }) => role === 'assistant', from);
      expect(JSON.stringify(client.frames.slice(from))).not.toContain('"code":"conflict"');
    }
    expect(heard(bob)).not.toContain(canary);
  });

  it('takes back nothing that another user had forgotten', async () => {
    await alice.say(`remember this: my bike has the lock ${canary}`);
    await alice.say('Forget everything about my bike');
    await alice.say('yes');
    const { reply } = await bob.say('take it back');
    expect(reply).not.toContain(canary);
    expect((await get('bob', '/api/memory?allProjects=true')).text).not.toContain(canary);
  });
});

it('a user has the same memory in chats and over HTTP, whatever their id is', async () => {
  for (const user of ['auth0|5F1C', 'Alice@example.com', 'สมชาย', `x-${'0'.repeat(32)}`]) {
    const client = await connectAs(user);
    const word = `word${randomUUID().replaceAll('-', '')}`;
    await client.say(`remember this: my parrot says ${word}`);
    expect((await get(user, '/api/memory?allProjects=true')).text, user).toContain(word);
    expect((await get(user, `/api/memory/sessions/${client.session.session}`)).text, user).toContain(word);
    const preview = `/api/memory/sessions/${client.session.session}/context`;
    const shown = await send(user, 'POST', preview, { text: 'What does my parrot say?' });
    expect(shown, user).toMatchObject({ status: 200, text: expect.stringContaining(word) });
    expect(shown.text).not.toContain(world.host.path);
    await client.close();
  }
});

describe('a connection', () => {
  it('is closed with a code when its token expires', async () => {
    const client = await connectAs('alice', { expiresIn: Math.floor(Date.now() / 1_000) + 2 });
    const [code, reason] = await once(client.socket, 'close');
    expect({ code, reason: String(reason) }).toEqual({ code: 4401, reason: 'the token has expired' });
  });

  it('that watches what is shared ends when its token expires, too', async () => {
    const token = await tokenFor('alice', { expiresIn: Math.floor(Date.now() / 1_000) + 2 });
    const answer = await fetch(new URL('/api/memory/shared/watch', world.address), {
      headers: bearer(token),
    });
    expect(await answer.text()).toMatch(/^\{"entry":null\}\n/);
  });

  it.each([
    ['without a token', async () => ({})],
    ['with an expired token', async () => bearer(await tokenFor('alice', { expiresIn: '-1m' }))],
    [
      'with the token of a user who names another',
      async () => ({ ...bearer(await tokenFor('bob')), 'x-devai-user': 'alice' }),
    ],
  ])('%s is refused', async (_, headers) => {
    const socket = new WebSocket(world.server.url, { headers: await headers() });
    const [, response] = await once(socket, 'unexpected-response').finally(() =>
      socket.on('error', () => {}),
    );
    expect([401, 403]).toContain(response.statusCode);
    socket.terminate();
  });

  it('gives its token as a sub-protocol where it can set no headers', async () => {
    const token = Buffer.from(await tokenFor('alice')).toString('base64url');
    const socket = new WebSocket(world.server.url, ['devai', `token.${token}`]);
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'hello', session: alice.session.session }));
    const [data] = await once(socket, 'message');
    expect(JSON.parse(String(data))).toMatchObject({ type: 'session', session: alice.session.session });
    socket.close();
  });

  it('of the operator is one of the user that is named', async () => {
    const headers = { ...bearer(operatorsToken), 'x-devai-user': 'alice' };
    const client = await connectClient(world.server.url, { session: alice.session.session }, headers);
    expect(client.session.session).toBe(alice.session.session);
    await client.close();
  });

  it('reaches no project outside of the claim, nor a session of one', async () => {
    const earlier = await connectAs('carol', {}, { project: 'taskforge' });
    const limited = await connectAs('carol', { claims: { projects: ['shop'] } }, { project: 'shop' });
    expect(await helloOf(limited, { project: 'taskforge' })).toMatchObject({ code: 'not_found' });
    expect(await helloOf(limited, { session: earlier.session.session })).toMatchObject({ code: 'not_found' });
    expect(await helloOf(limited, {})).toMatchObject({ type: 'session', project: null });
    await earlier.close();
    expect(await helloOf(limited, { session: earlier.session.session })).toMatchObject({ code: 'not_found' });
    await limited.close();
  });

  it('counts with the others of its user for the limit of frames', async () => {
    const [one, two] = [await connectAs('dora'), await connectAs('dora')];
    for (let frame = 0; frame < 35; frame += 1) {
      one.send({ type: 'cancel' });
      two.send({ type: 'cancel' });
    }
    const limited = ({ code }: { code: string }) => code === 'rate_limited';
    const first = await Promise.race([one.next('error', limited), two.next('error', limited)]);
    expect(first.retryable).toBe(true);
    const other = await bob.say('Still there?');
    expect(JSON.stringify(other.frames)).not.toContain('rate_limited');
    await Promise.all([one.close(), two.close()]);
  });
});

describe('the agent of a user', () => {
  it('has no tools of the workspace, unless it is the one of the operator', async () => {
    const offered: string[][] = [];
    const request = z.object({ tools: z.array(z.object({ function: z.object({ name: z.string() }) })) });
    world.model.replyWith(({ body }) => {
      const { data } = request.safeParse(body);
      if (data) offered.push(data.tools.map((tool) => tool.function.name));
      return 'Done.';
    });
    const server = await world.start({
      environment: { ...environment, OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: world.model.baseURL },
    });
    const client = await connectClient(server.url, {}, bearer(await tokenFor('erin')));
    await client.say('What can you do?');
    await client.close();
    const operator = await connectClient(server.url, {}, bearer(operatorsToken));
    await operator.say('What can you do?');
    await operator.close();
    expect(offered[0]).toEqual([
      'remember',
      'recall',
      'forget',
      'read_document',
      'state',
      'share',
      'delegate',
    ]);
    expect(offered[1]).toEqual(expect.arrayContaining(['read_file', 'write_file']));
  });
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const connectAs = async (user: string, token: Parameters<typeof tokenFor>[1] = {}, hello = {}) =>
  connectClient(world.server.url, hello, bearer(await tokenFor(user, token)));

/** The answer to another hello. */
async function helloOf(client: ChatClient, hello: object) {
  const from = client.frames.length;
  client.send({ type: 'hello', ...hello });
  await expect
    .poll(() => client.frames.slice(from).find(({ type }) => type === 'session' || type === 'error'))
    .toBeDefined();
  return client.frames.slice(from).find(({ type }) => type === 'session' || type === 'error');
}

const heard = ({ frames }: ChatClient): string => JSON.stringify(frames);

async function send(user: string, method: string, path: string, body?: object) {
  const answer = await fetch(new URL(path, world.address), {
    method,
    headers: { ...bearer(await tokenFor(user)), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

const get = (user: string, path: string) => send(user, 'GET', path);
