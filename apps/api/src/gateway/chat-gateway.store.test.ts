import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import websocket from '@fastify/websocket';
import { contextProfiles, MemoryError, systemClock } from '@devai/memory';
import { silentLog } from '@devai/memory/testing';
import fastify from 'fastify';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createSystemContext } from '../agents/system-context.ts';
import { createTokenScale } from '../agents/token-scale.ts';
import { allTools } from '../tools/all-tools.ts';
import { openWorkspace } from '../tools/workspace.ts';
import { actAsOperator } from '../../tests/as-operator.ts';
import { connectClient } from '../../tests/chat-client.ts';
import { chatModel, type Reply } from '../../tests/chat-model.ts';
import { openMemory } from '../../tests/open-memory.ts';
import { opened } from '../../tests/opened.ts';
import { registerChatGateway } from './chat-gateway.ts';
import { createLiveSessions } from './live-sessions.ts';

/** What the model says. */
let reply: () => Promise<Reply>;
/** What opening a session waits for. */
let store: Promise<void>;
beforeEach(() => {
  store = Promise.resolve();
});
const world = openMemory('test');
const gateway = opened('test', listen);

describe('the chat gateway', () => {
  it('keeps a client that reads, however long a delta is, and sends it the whole text', async () => {
    const client = await connectClient(gateway().url);
    const session = await gateway().sessions.find(client.session.session);
    const turn = randomUUID();
    const text = `a${'🧠'.repeat(50_000)}${'x'.repeat(15_000_000)}`;
    session?.emit({ type: 'text_delta', turn, text });
    session?.emit({ type: 'thinking', turn, text: 'done' });
    await client.next('thinking');
    const deltas = client.frames.filter((frame) => frame.type === 'text_delta').map((frame) => frame.text);
    expect(deltas.join('') === text).toBe(true);
    expect(deltas.every((delta) => delta.length <= 64_000 && delta.isWellFormed())).toBe(true);
    expect(client.frames.map(({ sequence }) => sequence)).toEqual(client.frames.map((_, index) => index));
    await client.close();
  });

  it('stores a session with its first message, and begins one anew in which nothing was said', async () => {
    const client = await connectClient(gateway().url, { project: 'Shop' });
    const { session } = client.session;
    expect(await world.memory.sessions.get(session)).toBeNull();
    await client.close();
    await expect.poll(() => gateway().sessions.find(session)).toBeNull();
    expect(await world.memory.sessions.get(session)).toBeNull();
    expect(await world.memory.projects.list()).toEqual([]);

    const again = await connectClient(gateway().url, { session, fresh: true, project: 'Shop' });
    expect(again.session).toMatchObject({ session, project: 'shop' });
    await again.say('hello');
    expect(await world.memory.sessions.get(session)).toMatchObject({ project: 'shop', messageCount: 2 });
    expect(await world.memory.projects.get('shop')).toMatchObject({ sessions: 1 });
    await again.close();
  });

  it('keeps the name that a new session gives its project', async () => {
    const client = await connectClient(gateway().url, { project: '🚀 Rocket' });
    await client.say('hello');
    expect(await world.memory.projects.get('🚀 rocket')).toMatchObject({
      id: client.session.project,
      name: '🚀 Rocket',
    });
    await client.close();
  });

  it('goes on with a session in its own project only, and needs no project to do so', async () => {
    const client = await connectClient(gateway().url, { project: 'Shop' });
    await client.say('hello');
    const { session } = client.session;
    const answers = async (hello: object) => {
      const from = client.frames.length;
      client.send({ type: 'hello', session, ...hello });
      await expect.poll(() => client.frames.length).toBeGreaterThan(from);
      return client.frames.at(-1);
    };
    const own = { type: 'session', session, project: 'shop' };
    const refused = {
      type: 'error',
      code: 'conflict',
      message: `session ${session} belongs to the project shop, not to the project blog`,
      retryable: false,
    };
    expect(await answers({ project: 'blog' })).toMatchObject(refused);
    expect(await answers({ project: ' ' })).toMatchObject({ type: 'error', code: 'invalid_input' });
    expect(await answers({ project: ' SHOP ' })).toMatchObject(own);
    expect(await answers({})).toMatchObject(own);
    await client.close();
    await expect.poll(() => gateway().sessions.find(session)).toBeNull();

    const later = await connectClient(gateway().url, { session });
    expect(later.session).toMatchObject(own);
    await later.close();
    await expect.poll(() => gateway().sessions.find(session)).toBeNull();
    const socket = new WebSocket(gateway().url);
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'hello', session, project: 'blog' }));
    const [answer] = await once(socket, 'message');
    expect(JSON.parse(String(answer))).toMatchObject(refused);
    expect(await gateway().sessions.find(session)).toBeNull();
    socket.close();
  });

  it('reads no further frames while a handler waits, and counts each one when it is read', async () => {
    const answered = Promise.withResolvers<void>();
    store = answered.promise;
    const socket = new WebSocket(gateway().url);
    const [connection] = await once(gateway().app.server, 'connection');
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'hello' }));
    const frame = JSON.stringify({ type: 'message', content: 'x'.repeat(90_000) });
    const frames = 200;
    for (let count = 0; count < frames; count += 1) socket.send(frame);
    await settled(() => connection.bytesRead);
    // what was read when the socket was paused, a few frames at most
    expect(connection.bytesRead).toBeLessThan(10 * frame.length);

    const answers: string[] = [];
    socket.on('message', (data) => answers.push(String(data)));
    answered.resolve();
    const refused = () => answers.filter((answer) => answer.includes('rate_limited')).length;
    // the greeting was one of the sixty
    await expect.poll(refused).toBeGreaterThanOrEqual(frames - 59);
    expect(await settled(() => connection.bytesRead)).toBeGreaterThan(frames * frame.length);
    expect(await settled(refused)).toBe(frames - 59);
    socket.close();
    await once(socket, 'close');
  });

  it('says every 10 seconds what a turn waits for while nothing else comes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const answer = Promise.withResolvers<never>();
      reply = () => answer.promise;
      const client = await connectClient(gateway().url);
      client.send({ type: 'message', content: 'Are you there?' });
      const { turn } = await client.next('context_assembled');
      vi.advanceTimersByTime(9_999);
      vi.advanceTimersByTime(20_001);
      answer.reject(new MemoryError('model_failed', 'gone'));
      await client.next('message', ({ role }) => role === 'assistant');
      vi.advanceTimersByTime(30_000);
      await client.close();
      const waiting = { type: 'waiting', turn, for: 'the model' };
      expect(client.frames.filter(({ type }) => type === 'waiting')).toEqual(
        [0, 1, 2].map(() => ({ ...waiting, sequence: expect.any(Number) })),
      );
    } finally {
      vi.useRealTimers();
    }
  });
});

/** A figure that has not changed for some turns of the event loop. */
async function settled(read: () => number): Promise<number> {
  for (let last = NaN; ;) {
    const now = read();
    if (now === last) return now;
    last = now;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function listen(closing: AsyncDisposableStack) {
  const { host, memory } = world;
  const app = closing.adopt(fastify(), (one) => one.close());
  const sessions = createLiveSessions({
    memory,
    modelNow: () => ({ model: chatModel(() => reply()), isOffline: true }),
    tokenScale: createTokenScale(160_000),
    workspace: openWorkspace(join(host.path, 'workspace')),
    systemContext: createSystemContext(host.path, { clock: systemClock, log: silentLog, timeZone: 'UTC' }),
    contextProfile: contextProfiles.cache,
    tools: allTools({}),
    approvalPolicy: 'execute',
    log: app.log,
    onFrame: () => {},
  });
  closing.defer(() => sessions.close());
  await app.register(websocket);
  await actAsOperator(app, memory, null);
  registerChatGateway(app, {
    rooms: { of: () => ({ ...sessions, open: (input) => store.then(() => sessions.open(input)) }) },
    clock: systemClock,
    info: { project: null, storePlace: '/data', offline: () => true, models: () => [], degraded: () => [] },
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, sessions, url: `${address.replace('http', 'ws')}/ws/chat` };
}
