import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import websocket from '@fastify/websocket';
import {
  contextProfiles,
  createMemory,
  createOfflineEmbedder,
  MemoryError,
  systemClock,
  type ChatModel,
  type Memory,
} from '@devai/memory';
import { silentLog } from '@devai/memory/testing';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createSystemContext } from '../agents/system-context.ts';
import { createTokenScale } from '../agents/token-scale.ts';
import { allTools } from '../tools/all-tools.ts';
import { openWorkspace } from '../tools/workspace.ts';
import { connectClient } from '../../tests/chat-client.ts';
import { makeLocalHost, type LocalHost } from '../../tests/local-server.ts';
import { registerChatGateway } from './chat-gateway.ts';
import { createLiveSessions, type LiveSessions } from './live-sessions.ts';

let local: LocalHost;
let memory: Memory;
let app: FastifyInstance;
let sessions: LiveSessions;
let url: string;
/** What the model does at a request. */
let generate: ChatModel['generate'];
/** What opening a session waits for. */
let store: Promise<void>;

const model: ChatModel = {
  id: 'scripted',
  contextWindow: 128_000,
  generate: (request) => generate(request),
  async *stream(request) {
    yield { type: 'reply', reply: await generate(request) };
  },
};

beforeEach(async () => {
  store = Promise.resolve();
  local = await makeLocalHost();
  memory = await createMemory({ database: local.store.lend(), embeddings: createOfflineEmbedder() });
  app = fastify();
  sessions = createLiveSessions({
    memory,
    model,
    tokenScale: createTokenScale(160_000),
    workspace: openWorkspace(join(local.path, 'workspace')),
    systemContext: createSystemContext(local.path, { clock: systemClock, log: silentLog }),
    contextProfile: contextProfiles.cache,
    tools: allTools,
    approvalPolicy: 'execute',
    log: app.log,
  });
  await app.register(websocket);
  registerChatGateway(app, {
    sessions: { open: (input) => store.then(() => sessions.open(input)) },
    info: { project: null, offline: true, models: [], degraded: () => [] },
  });
  url = `${(await app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws')}/ws/chat`;
});
afterEach(async () => {
  await sessions.close();
  await app.close();
  await memory.close();
  await local.remove();
});

describe('the chat gateway', () => {
  it('keeps a client that reads, however long a delta is, and sends it the whole text', async () => {
    const client = await connectClient(url);
    const session = await sessions.find(client.session.session);
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

  it('keeps the name that a new session gives its project', async () => {
    const client = await connectClient(url, { project: '🚀 Rocket' });
    expect(await memory.projects.get('🚀 rocket')).toMatchObject({
      id: client.session.project,
      name: '🚀 Rocket',
    });
    await client.close();
  });

  it('goes on with a session in its own project only, and needs no project to do so', async () => {
    const client = await connectClient(url, { project: 'Shop' });
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
    await expect.poll(() => sessions.find(session)).toBeNull();

    const later = await connectClient(url, { session });
    expect(later.session).toMatchObject(own);
    await later.close();
    await expect.poll(() => sessions.find(session)).toBeNull();
    const socket = new WebSocket(url);
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'hello', session, project: 'blog' }));
    const [answer] = await once(socket, 'message');
    expect(JSON.parse(String(answer))).toMatchObject(refused);
    expect(await sessions.find(session)).toBeNull();
    socket.close();
  });

  it('reads no further frames while a handler waits, and counts each one when it is read', async () => {
    const opened = Promise.withResolvers<void>();
    store = opened.promise;
    const socket = new WebSocket(url);
    const [connection] = await once(app.server, 'connection');
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
    opened.resolve();
    await vi.waitFor(() => expect(answers.at(-1)).toContain('rate_limited'), 10_000);
    expect(await settled(() => connection.bytesRead)).toBeGreaterThan(frames * frame.length);
    const refused = answers.filter((answer) => answer.includes('rate_limited'));
    // the greeting was one of the sixty
    expect(refused).toHaveLength(frames - 59);
    socket.close();
    await once(socket, 'close');
  });

  it('says every 10 seconds what a turn waits for while nothing else comes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const answer = Promise.withResolvers<never>();
      generate = () => answer.promise;
      const client = await connectClient(url);
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
