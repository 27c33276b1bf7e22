import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, vi } from 'vitest';
import { parseServerFrame } from '@devai/fastify/protocol/frames';
import { withModel } from './local-server.ts';
import { serveChat } from './serve-chat.ts';

const world = serveChat('test', null);

it('a turn cut by a shutdown is reported to its clients, and another one is refused instead of being left without a reply', async () => {
  const app = await world.start({ environment: withModel(world.model), background: false });
  const client = await world.connect();
  world.model.replyTo('gpt-5.5', { text: 'One two three', fault: 'stall' });
  client.send({ type: 'message', content: 'one' });
  await client.next('text_delta');
  // a client that has another message sends it as soon as the turn has ended
  client.socket.on('message', (data) => {
    const frame = parseServerFrame(String(data));
    if (frame?.type === 'message' && frame.end === 'cancelled') {
      client.send({ type: 'message', content: 'two' });
    }
  });
  const { sessions } = app.memory.as('me');
  const { end } = sessions;
  vi.spyOn(sessions, 'end').mockImplementation(async (...session) => {
    await client.next('error', () => true, 0, 2_000);
    await end(...session);
  });
  await Promise.all([app.stop(), once(client.socket, 'close')]);
  const said = client.frames.flatMap((frame) => (frame.type === 'message' ? [frame.content] : []));
  expect(said).toEqual(['one', expect.stringMatching(/^One/)]);
  expect(client.frames.at(-1)).toMatchObject({ type: 'error', code: 'stopping', retryable: true });
});

it('the socket of a refused upgrade is closed, and delays no shutdown', async () => {
  const app = await world.start({
    environment: { DEVAI_API_TOKEN: 'correct horse battery staple' },
    background: false,
  });
  const { hostname, port } = new URL(app.url);
  const upgrade = ['Upgrade: websocket', 'Connection: upgrade', 'Sec-WebSocket-Version: 13'];
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
  const socket = connect(Number(port), hostname);
  socket.write(['GET /ws/chat HTTP/1.1', `Host: ${hostname}`, ...upgrade, key, '', ''].join('\r\n'));
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 401/);
  await once(socket, 'close', { signal: AbortSignal.timeout(5_000) });
  await app.stop();
});

it('a request that is answered while the server stops does not keep its connection open', async () => {
  const app = await world.start({ background: false });
  const { hostname, port } = new URL(app.url);
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const { memories } = app.memory.as('me');
  const { list } = memories;
  vi.spyOn(memories, 'list').mockImplementation(async (query) => {
    asked.resolve();
    await answered.promise;
    return list(query);
  });
  const socket = connect(Number(port), hostname);
  socket.write(['GET /api/memory HTTP/1.1', `Host: ${hostname}`, '', ''].join('\r\n'));
  await asked.promise;
  const closing = app.stop();
  answered.resolve();
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 200/);
  await once(socket, 'close', { signal: AbortSignal.timeout(5_000) });
  await closing;
});
