import { randomUUID } from 'node:crypto';
import { message } from '@devai/memory/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChatClient } from './chat-client.ts';
import { withModel, type LocalServer } from './local-server.ts';
import { serveChat } from './serve-chat.ts';

const world = serveChat('test', null);
let servers: [LocalServer, LocalServer];
/** Ends the replies that wait, and lets later ones through at once. */
let letReply: () => void;

beforeEach(async () => {
  const mayReply = new Promise<void>((resolve) => {
    letReply = resolve;
  });
  world.model.replyWith(async ({ body }) => {
    await mayReply;
    return `Reply to: ${JSON.stringify(body).match(/message [a-z]+(?!.*message [a-z]+)/)?.[0]}`;
  });
  servers = [await start(), await start()];
});
// so that the servers can stop
afterEach(() => letReply());

describe('a session that two processes have open', () => {
  it('has one turn for a message that is sent to one and then to the other', async () => {
    letReply();
    const [first, second] = await connectBoth();
    const sent = { type: 'message', id: randomUUID(), content: 'message one' };
    first.send(sent);
    const end = await reply(first);
    second.send(sent);
    expect(await reply(second)).toMatchObject({
      id: end.id,
      turn: end.turn,
      content: 'Reply to: message one',
    });
    expect(await stored(first)).toEqual(['message one', 'Reply to: message one']);
    second.send({ ...sent, content: 'message two' });
    expect(await second.next('error')).toMatchObject({ code: 'conflict', retryable: false });
    expect(await stored(first)).toHaveLength(2);
  });

  it('has one turn for a message that is sent to both at once', async () => {
    const [first, second] = await connectBoth();
    const sent = { type: 'message', id: randomUUID(), content: 'message one' };
    first.send(sent);
    second.send(sent);
    await Promise.race([first.next('waiting'), second.next('waiting')]);
    letReply();
    expect((await reply(first)).id).toBe((await reply(second)).id);
    expect(await stored(first)).toEqual(['message one', 'Reply to: message one']);
  });

  it('has its turns one after the other, and the second sees the first', async () => {
    const [first, second] = await connectBoth();
    first.send({ type: 'message', content: 'message one' });
    await first.next('message');
    second.send({ type: 'message', content: 'message two' });
    expect((await second.next('waiting')).for).toContain('another process');
    await servers[0].memory.sessions.setState(first.session.session, 'mode', 'set while it waited');
    letReply();
    await reply(second);
    expect(JSON.stringify(world.model.requests.at(-1)?.body)).toContain('set while it waited');
    expect(await stored(first)).toEqual([
      'message one',
      'Reply to: message one',
      'message two',
      'Reply to: message two',
    ]);
    expect(JSON.stringify(world.model.chatRequests())).toContain('Reply to: message one');
  });

  it('stores nothing of a message that is cancelled while it waits', async () => {
    const [first, second] = await connectBoth();
    first.send({ type: 'message', content: 'message one' });
    await first.next('message');
    second.send({ type: 'message', content: 'message two' });
    await second.next('waiting');
    second.send({ type: 'cancel' });
    expect(await reply(second)).toMatchObject({ end: 'cancelled', number: null });
    letReply();
    await reply(first);
    expect(await stored(first)).toEqual(['message one', 'Reply to: message one']);
  });
});

it('a message whose process died before its reply is answered when it is sent again, in its turn', async () => {
  letReply();
  const [first] = await connectBoth();
  const { session } = first.session;
  const [id, turn] = [randomUUID(), randomUUID()];
  await servers[0].memory.sessions.append({ id: session, project: 'taskforge', agent: 'chapo' }, [
    message('message one', { id, metadata: { turn } }),
  ]);
  await start();
  const restarted = await world.connect({ session, after: 0 });
  restarted.send({ type: 'message', id, content: 'message one' });
  expect(await reply(restarted)).toMatchObject({ turn, content: 'Reply to: message one', end: 'reply' });
  expect(await stored(first)).toEqual(['message one', 'Reply to: message one']);
});

const start = () =>
  world.start({
    environment: withModel(world.model),
    options: { extraction: { every: 0 } },
  });

/** Two clients of one session, each at a process of its own. */
async function connectBoth() {
  const [one, other] = servers;
  const first = await world.connect({}, one);
  const second = await world.connect({ session: first.session.session, fresh: true }, other);
  return [first, second] as const;
}

const reply = (client: ChatClient) => client.next('message', (frame) => frame.role === 'assistant');

const stored = async (client: ChatClient) =>
  (await servers[0].memory.sessions.messages(client.session.session)).map(({ content }) => content);
