import { randomUUID } from 'node:crypto';
import { startScriptedModelServer, type ScriptedModelServer } from '@devai/memory/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectClient } from './chat-client.ts';
import { makeLocalHost, startLocalServer, type LocalHost, type LocalServer } from './local-server.ts';

let model: ScriptedModelServer;
let host: LocalHost;
let servers: LocalServer[];
/** Ends the replies that wait, and lets later ones through at once. */
let letReply: () => void;

beforeEach(async () => {
  model = await startScriptedModelServer();
  const mayReply = new Promise<void>((resolve) => {
    letReply = resolve;
  });
  model.replyWith(async ({ body }) => {
    await mayReply;
    return `Reply to: ${JSON.stringify(body).match(/message [a-z]+(?!.*message [a-z]+)/)?.[0]}`;
  });
  host = await makeLocalHost();
  servers = [await start(), await start()];
});
afterEach(async () => {
  letReply();
  await Promise.all(servers.map((server) => server.stop()));
  await host.remove();
  await model.close();
});

const start = () =>
  startLocalServer(host, {
    environment: { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: model.baseURL },
    options: { extraction: { every: 0 } },
  });

/** Two clients of one session, each at a process of its own. */
async function connectBoth() {
  const [one, other] = servers;
  const first = await connectClient(one?.url ?? '');
  const second = await connectClient(other?.url ?? '', { session: first.session.session });
  return [first, second] as const;
}
type Client = Awaited<ReturnType<typeof connectClient>>;
const reply = (client: Client) => client.next('message', (frame) => frame.role === 'assistant');
const stored = async (client: Client) =>
  (await servers[0]?.memory.sessions.messages(client.session.session))?.map(({ content }) => content);

describe('a session that two processes have open', () => {
  it('has one turn for a message that is sent to one and then to the other', async () => {
    letReply();
    const [first, second] = await connectBoth();
    const message = { type: 'message', id: randomUUID(), content: 'message one' };
    first.send(message);
    const end = await reply(first);
    second.send(message);
    expect(await reply(second)).toMatchObject({
      id: end.id,
      turn: end.turn,
      content: 'Reply to: message one',
    });
    expect(await stored(first)).toEqual(['message one', 'Reply to: message one']);
    second.send({ ...message, content: 'message two' });
    expect(await second.next('error')).toMatchObject({ code: 'conflict', retryable: false });
    expect(await stored(first)).toHaveLength(2);
  });

  it('has one turn for a message that is sent to both at once', async () => {
    const [first, second] = await connectBoth();
    const message = { type: 'message', id: randomUUID(), content: 'message one' };
    first.send(message);
    second.send(message);
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
    await servers[0]?.memory.sessions.setState(first.session.session, 'mode', 'set while it waited');
    letReply();
    await reply(second);
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('set while it waited');
    expect(await stored(first)).toEqual([
      'message one',
      'Reply to: message one',
      'message two',
      'Reply to: message two',
    ]);
    expect(JSON.stringify(model.chatRequests())).toContain('Reply to: message one');
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
  const message = {
    id,
    role: 'user',
    type: 'text',
    content: 'message one',
    toolCalls: [] as never[],
  } as const;
  await servers[0]?.memory.sessions.append({ id: session, project: 'taskforge', agent: 'chapo' }, [
    { ...message, toolCallId: null, pinned: false, metadata: { turn } },
  ]);
  const restarted = await connectClient((await startThird()).url, { session, after: 0 });
  restarted.send({ type: 'message', id, content: 'message one' });
  expect(await reply(restarted)).toMatchObject({ turn, content: 'Reply to: message one', end: 'reply' });
  expect(await stored(first)).toEqual(['message one', 'Reply to: message one']);
});

async function startThird(): Promise<LocalServer> {
  const server = await start();
  servers.push(server);
  return server;
}
