import { once } from 'node:events';
import { connect } from 'node:net';
import { startScriptedModelServer } from '@devai/memory/testing';
import { expect, it, vi } from 'vitest';
import { parseServerFrame } from '../src/protocol/frames.ts';
import { connectClient } from './chat-client.ts';
import { openHttpApp } from './http-app.ts';

it('a turn cut by a shutdown is reported to its clients, and another one is refused instead of being left without a reply', async () => {
  const model = await startScriptedModelServer();
  const app = await openHttpApp({ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: model.baseURL });
  const client = await connectClient(await app.listen());
  model.replyTo('gpt-5.5', { text: 'One two three', fault: 'stall' });
  client.send({ type: 'message', content: 'one' });
  await client.next('text_delta');
  // a client that has another message sends it as soon as the turn has ended
  client.socket.on('message', (data) => {
    const frame = parseServerFrame(String(data));
    if (frame?.type === 'message' && frame.end === 'cancelled') {
      client.send({ type: 'message', content: 'two' });
    }
  });
  const { end } = app.memory.sessions;
  vi.spyOn(app.memory.sessions, 'end').mockImplementation(async (...session) => {
    await client.next('error', () => true, 0, 2_000);
    await end(...session);
  });
  await Promise.all([app.close(), once(client.socket, 'close')]);
  const said = client.frames.flatMap((frame) => (frame.type === 'message' ? [frame.content] : []));
  expect(said).toEqual(['one', expect.stringMatching(/^One/)]);
  expect(client.frames.at(-1)).toMatchObject({ type: 'error', code: 'stopping', retryable: true });
  await model.close();
});

it('the socket of a refused upgrade is closed, and delays no shutdown', async () => {
  const app = await openHttpApp({ DEVAI_API_TOKEN: 'correct horse battery staple' });
  const { hostname, port } = new URL(await app.listen());
  const upgrade = ['Upgrade: websocket', 'Connection: upgrade', 'Sec-WebSocket-Version: 13'];
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
  const socket = connect(Number(port), hostname);
  socket.write(['GET /ws/chat HTTP/1.1', `Host: ${hostname}`, ...upgrade, key, '', ''].join('\r\n'));
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 401/);
  await once(socket, 'close', { signal: AbortSignal.timeout(5_000) });
  await app.close();
});

it('a request that is answered while the server stops does not keep its connection open', async () => {
  const app = await openHttpApp();
  const { hostname, port } = new URL(await app.listen());
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const { list } = app.memory.memories;
  vi.spyOn(app.memory.memories, 'list').mockImplementation(async (query) => {
    asked.resolve();
    await answered.promise;
    return list(query);
  });
  const socket = connect(Number(port), hostname);
  socket.write(['GET /api/memory HTTP/1.1', `Host: ${hostname}`, '', ''].join('\r\n'));
  await asked.promise;
  const closing = app.close();
  answered.resolve();
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 200/);
  await once(socket, 'close', { signal: AbortSignal.timeout(5_000) });
  await closing;
});
