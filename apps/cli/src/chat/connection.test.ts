import { describe, expect, onTestFinished, test } from 'vitest';
import type { NumberedFrame } from '@devai/fastify/protocol/frames';
import type { CliError } from '../cli-error.ts';
import { connectChat, type ConnectionOptions } from './connection.ts';
import {
  createScript,
  delays,
  serveScript,
  storedMessage,
  until,
  type Peer,
} from '../testing/scripted-server.ts';

const server = serveScript();

describe('a connection', () => {
  test('names the project only for the session that it begins with', async () => {
    const script = createScript();
    const { session } = script;
    const { connection } = connect({ project: 'shop', resume: { session, after: 3 } });
    const { peer, hello } = await server.letIn(script);
    expect(hello).toEqual({ type: 'hello', session, after: 3, project: 'shop' });
    const other = createScript();
    void connection.reopen({ session: other.session, after: 0 });
    expect(await peer.next()).toEqual({ type: 'hello', session: other.session, after: 0 });
    peer.send(other.enter());
    peer.drop();
    const { hello: again } = await server.letIn(other);
    expect(again).not.toHaveProperty('project');
  });

  test('greets with project and token, sends a message and resolves with the end of its turn', async () => {
    const { connection, shown, sent } = connect({ project: 'shop', token: 'sesame' });
    const script = createScript();
    const { peer, hello } = await server.letIn(script);
    expect(hello).toEqual({ type: 'hello', project: 'shop' });
    expect(peer.headers.authorization).toBe('Bearer sesame');
    const end = connection.send('hello');
    const { id, content } = await nextMessage(peer);
    expect(content).toBe('hello');
    const { user, text, reply } = script.turn();
    for (const frame of [user('hello', id), text('Hi'), reply('Hi')]) peer.send(frame);
    expect(await end).toBe('reply');
    expect(shown()).toEqual(['session', 'hello', 'Hi', 'Hi']);
    expect(sent).toEqual(['hello']);
    expect(connection.busy).toBe(false);
  });

  test('ends when the host name is unknown, because no retry would help', async () => {
    const { ended, lost } = connect({ url: 'ws://nonsense.invalid/ws/chat', keepTrying: true });
    expect(await ended).toMatchObject({
      code: 'no_answer',
      message: expect.stringContaining('cannot reach ws://nonsense.invalid/ws/chat (getaddrinfo'),
      help: expect.stringContaining('--url'),
    });
    expect(lost).toEqual([]);
  });

  test('continues a given session', async () => {
    const session = '00000000-0000-4000-8000-000000000001';
    connect({ resume: { session, after: 12 } });
    const { hello } = await server.letIn(createScript(session));
    expect(hello).toEqual({ type: 'hello', session, after: 12 });
  });

  test('sends one message at a time: the next when the turn of the previous one has ended', async () => {
    const { connection } = connect();
    const script = createScript();
    const { peer } = await server.letIn(script);
    const ends = [connection.send('one'), connection.send('two')];
    const first = await nextMessage(peer);
    const turn = script.turn();
    peer.send(turn.user('one', first.id));
    await wait(30);
    expect(peer.pending()).toEqual([]);
    peer.send(turn.reply('1', 'step_limit'));
    const second = await nextMessage(peer);
    expect(second.content).toBe('two');
    peer.send(script.turn().reply('2', 'failed'));
    expect(await Promise.all(ends)).toEqual(['step_limit', 'failed']);
  });

  test('waits for the turn of another client before it sends', async () => {
    const { connection } = connect();
    const script = createScript();
    const { peer } = await server.letIn(script, { running: true });
    const end = connection.send('mine');
    await wait(30);
    expect(peer.pending()).toEqual([]);
    peer.send(script.turn().reply('theirs'));
    await nextMessage(peer);
    peer.send(script.turn().reply('yours'));
    expect(await end).toBe('reply');
  });

  test('sends a message that is refused during the turn of another client again when that turn has ended', async () => {
    const { connection, sent } = connect({ delays: { ...delays, resend: 600_000 } });
    const script = createScript();
    const { peer } = await server.letIn(script);
    const end = connection.send('mine');
    const first = await nextMessage(peer);
    const theirs = script.turn();
    peer.send(theirs.user('theirs'));
    peer.send(turnRunning);
    peer.send(theirs.reply('for them'));
    expect(await nextMessage(peer)).toEqual(first);
    const mine = script.turn();
    peer.send(mine.user('mine', first.id));
    peer.send(mine.reply('for me', 'step_limit'));
    expect(await end).toBe('step_limit');
    expect(sent).toEqual(['mine']);
  });

  test('asks no further while the turn of another client is running', async () => {
    const { connection } = connect();
    const { peer } = await server.letIn(createScript());
    void connection.send('mine');
    await nextMessage(peer);
    peer.send(createScript().turn().user('theirs'));
    peer.send(turnRunning);
    // longer than the delay before a message is sent again
    await wait(100);
    expect(peer.pending()).toEqual([]);
  });

  test('sends it again too when the refusal arrives after the end of that turn', async () => {
    const { connection } = connect();
    const script = createScript();
    const { peer } = await server.letIn(script);
    const end = connection.send('mine');
    const first = await nextMessage(peer);
    const theirs = script.turn();
    peer.send(theirs.user('theirs'));
    peer.send(theirs.reply('for them'));
    peer.send(turnRunning);
    expect(await nextMessage(peer)).toEqual(first);
    const mine = script.turn();
    peer.send(mine.user('mine', first.id));
    peer.send(mine.reply('for me', 'step_limit'));
    expect(await end).toBe('step_limit');
  });

  test('ignores frames that this version does not know', async () => {
    const { connection } = connect();
    const script = createScript();
    const { peer } = await server.letIn(script);
    peer.sendText('{');
    peer.sendText('{"type":"from_the_future"}');
    const end = connection.send('hello');
    await nextMessage(peer);
    peer.send(script.turn().reply('Hi'));
    expect(await end).toBe('reply');
  });

  test('cancels the running turn', async () => {
    const { connection } = connect();
    const script = createScript();
    const { peer } = await server.letIn(script);
    const end = connection.send('hello');
    await nextMessage(peer);
    connection.cancel();
    expect(await peer.next()).toEqual({ type: 'cancel' });
    peer.send(script.turn().reply('', 'cancelled'));
    expect(await end).toBe('cancelled');
  });

  test('begins a new session after the messages sent before, and sends later ones there', async () => {
    const { connection } = connect();
    const script = createScript();
    const { peer } = await server.letIn(script);
    const ends = [connection.send('old')];
    void connection.send(null);
    ends.push(connection.send('new'));
    await nextMessage(peer);
    peer.send(script.turn().reply('1'));
    expect(await peer.next()).toEqual({ type: 'new_chat' });
    await wait(20);
    expect(peer.pending()).toEqual([]);
    const other = createScript();
    peer.send(other.enter());
    expect((await nextMessage(peer)).content).toBe('new');
    peer.send(other.turn().reply('2'));
    expect(await Promise.all(ends)).toEqual(['reply', 'reply']);
    expect(connection.position.session).toBe(other.session);
  });
});

describe('a connection that breaks', () => {
  test('in the middle of a text reports its position, and continues without a gap or a duplicate', async () => {
    const { connection, shown, lost } = connect();
    const script = createScript();
    const { peer } = await server.letIn(script);
    const end = connection.send('hello');
    const { id } = await nextMessage(peer);
    const { user, text, reply } = script.turn();
    const frames = [user('hello', id), text('one '), text('two '), text('three'), reply('one two three')];
    for (const frame of frames.slice(0, 3)) peer.send(frame);
    await wait(20);
    peer.drop();
    const back = await server.next();
    expect(await back.next()).toEqual({
      type: 'hello',
      session: script.session,
      stream: script.stream,
      sequence: 3,
      after: 1,
    });
    // a server may send more than was asked for
    back.send(script.enter({ sequence: 1, running: true }));
    for (const frame of frames.slice(1)) back.send(frame);
    expect(await end).toBe('reply');
    expect(shown()).toEqual(['session', 'hello', 'one ', 'two ', 'session', 'three', 'one two three']);
    expect(lost).toHaveLength(1);
    await wait(20);
    expect(back.pending()).toEqual([]);
  });

  test('reports frames that come twice on one connection once', async () => {
    const { connection, shown } = connect();
    const script = createScript();
    const { peer } = await server.letIn(script);
    const end = connection.send('hello');
    const { id } = await nextMessage(peer);
    const { user, text, reply } = script.turn();
    for (const frame of [user('hello', id), text('Hi'), reply('Hi')]) {
      peer.send(frame);
      peer.send(frame);
    }
    await end;
    await wait(20);
    expect(shown()).toEqual(['session', 'hello', 'Hi', 'Hi']);
  });

  test('does not resend a message that the server got, although the answer was lost', async () => {
    const script = createScript();
    let replay: (() => void) | null = null;
    // what follows the session frame comes in a packet of its own
    const { connection } = connect({}, (frame) => frame.type === 'session' && replay?.());
    const { peer } = await server.letIn(script);
    const end = connection.send('hello');
    const { id } = await nextMessage(peer);
    const { user, reply } = script.turn();
    const replayed = [user('hello', id), reply('Hi')];
    peer.drop();
    const back = await server.next();
    await back.next();
    replay = () => replayed.forEach((frame) => back.send(frame));
    back.send(script.enter({ sequence: 0 }));
    expect(await end).toBe('reply');
    await wait(30);
    expect(back.pending()).toEqual([]);
  });

  test('resends a message that the server did not get with its id, and reports it as sent once', async () => {
    const { connection, sent } = connect();
    const script = createScript();
    const { peer } = await server.letIn(script);
    const end = connection.send('hello');
    const first = await nextMessage(peer);
    peer.drop();
    const { peer: back } = await server.letIn(script);
    expect(await nextMessage(back)).toEqual(first);
    back.send(script.turn().reply('Hi'));
    expect(await end).toBe('reply');
    expect(sent).toEqual(['hello']);
  });

  test('sends what is typed while it is away once, in order, when it is back', async () => {
    const { connection } = connect();
    const script = createScript();
    const { peer } = await server.letIn(script);
    await until(() => connection.connected);
    peer.drop();
    await until(() => !connection.connected);
    const ends = [connection.send('one'), connection.send('two')];
    expect(connection.waiting).toBe(2);
    const { peer: back } = await server.letIn(script);
    for (const expected of ['one', 'two']) {
      const { id, content } = await nextMessage(back);
      expect(content).toBe(expected);
      const turn = script.turn();
      back.send(turn.user(content, id));
      back.send(turn.reply('ok'));
    }
    expect(await Promise.all(ends)).toEqual(['reply', 'reply']);
    expect(back.pending()).toEqual([]);
  });

  test('cancels a turn that was cancelled meanwhile when it is back', async () => {
    const { connection } = connect();
    const script = createScript();
    const { peer } = await server.letIn(script);
    const end = connection.send('hello');
    const { id } = await nextMessage(peer);
    const turn = script.turn();
    peer.send(turn.user('hello', id));
    await until(() => connection.position.number === 1);
    peer.drop();
    await until(() => !connection.connected);
    connection.cancel();
    const { peer: back } = await server.letIn(script, { running: true });
    expect(await back.next()).toEqual({ type: 'cancel' });
    back.send(turn.reply('', 'cancelled'));
    expect(await end).toBe('cancelled');
  });

  test('does not resend a message that was cancelled before the server got it', async () => {
    const { connection } = connect();
    const script = createScript();
    const { peer } = await server.letIn(script);
    const end = connection.send('hello');
    await nextMessage(peer);
    peer.drop();
    await until(() => !connection.connected);
    connection.cancel();
    const { peer: back } = await server.letIn(script);
    expect(await end).toBe('withdrawn');
    await wait(20);
    expect(back.pending()).toEqual([]);
  });

  test('leaves a server that silently stops answering for a new connection', async () => {
    const { lost } = connect({ delays: { ...delays, heartbeat: 30 } });
    const script = createScript();
    const { peer } = await server.letIn(script);
    peer.goSilent();
    await until(() => lost.length > 0);
    const { hello } = await server.letIn(script);
    expect(hello).toMatchObject({ session: script.session });
  });
});

describe('a server that restarts', () => {
  test.each([
    {
      what: 'stored the reply',
      more: [{ number: 2, role: 'assistant' as const, content: 'Hi' }],
      end: 'reply',
    },
    { what: 'stored no reply', more: [], end: 'interrupted' },
    {
      what: 'stored that it failed',
      more: [{ number: 2, role: 'assistant' as const, type: 'notice' as const, content: '(failed)' }],
      end: 'failed',
    },
    {
      what: 'was in the middle of the tools',
      more: [
        {
          number: 2,
          role: 'assistant' as const,
          type: 'tool_call' as const,
          content: '',
          toolCalls: [{ id: 'c1', name: 'recall', arguments: '{}' }],
        },
      ],
      end: 'interrupted',
    },
  ])('and has $what does not get the message again, and its end is "$end"', async ({ more, end }) => {
    const { connection } = connect();
    const script = createScript();
    const { peer } = await server.letIn(script);
    const ending = connection.send('hello');
    const { id } = await nextMessage(peer);
    await server.stop();
    await server.start({ port: server.port });
    const restarted = createScript(script.session);
    const { peer: back, hello } = await server.letIn(restarted, {
      missed: [storedMessage({ id, number: 1, role: 'user', content: 'hello' }), ...more.map(storedMessage)],
    });
    expect(hello).toMatchObject({ session: script.session, stream: script.stream, after: 0 });
    expect(await ending).toBe(end);
    await wait(20);
    expect(back.pending()).toEqual([]);
  });

  test('and lost the message gets it again with its id', async () => {
    const { connection } = connect();
    const script = createScript();
    const { peer } = await server.letIn(script);
    void connection.send('hello');
    const first = await nextMessage(peer);
    await server.stop();
    await server.start({ port: server.port });
    const { peer: back } = await server.letIn(createScript(script.session));
    expect(await nextMessage(back)).toEqual(first);
  });

  test('begins a new stream with its own numbers', async () => {
    const { connection, shown } = connect();
    const script = createScript();
    const { peer } = await server.letIn(script);
    const first = connection.send('one');
    const turn = script.turn();
    await nextMessage(peer);
    for (const frame of [turn.text('a'), turn.text('b'), turn.reply('ab')]) peer.send(frame);
    await first;
    peer.drop();
    const restarted = createScript(script.session);
    const { peer: back } = await server.letIn(restarted);
    const second = connection.send('two');
    await nextMessage(back);
    const next = restarted.turn();
    back.send(next.text('c'));
    back.send(next.reply('c'));
    await second;
    expect(shown()).toEqual(['session', 'a', 'b', 'ab', 'session', 'c', 'c']);
  });
});

const forbidden = JSON.stringify({
  type: 'about:blank',
  title: 'forbidden origin',
  status: 403,
  code: 'forbidden_origin',
  detail: 'not from this page',
});

describe('a server that says no', () => {
  test('to a message does not get it again, but the next one', async () => {
    const { connection } = connect();
    const script = createScript();
    const { peer } = await server.letIn(script);
    const refused = connection.send('bad');
    const next = connection.send('good');
    await nextMessage(peer);
    peer.send({ type: 'error', code: 'too_large', message: 'too large', retryable: false });
    expect(await refused).toBe('refused');
    expect((await nextMessage(peer)).content).toBe('good');
    peer.send(script.turn().reply('ok'));
    expect(await next).toBe('reply');
  });

  test('to a message for lack of room gets it again after a while', async () => {
    const { connection, sent } = connect();
    const script = createScript();
    const { peer } = await server.letIn(script);
    const end = connection.send('hello');
    const first = await nextMessage(peer);
    peer.send(turnRunning);
    expect(await nextMessage(peer)).toEqual(first);
    peer.send(script.turn().reply('ok'));
    expect(await end).toBe('reply');
    expect(sent).toEqual(['hello']);
  });

  test('with an error within a turn does not end the turn', async () => {
    const { connection } = connect();
    const script = createScript();
    const { peer } = await server.letIn(script);
    const end = connection.send('hello');
    await nextMessage(peer);
    const turn = script.turn();
    peer.send(turn.error('embedding_failed', 'no embedder'));
    peer.send(turn.reply('still an answer'));
    expect(await end).toBe('reply');
  });

  test('by closing the connection because of a message’s size does not get it again', async () => {
    const { connection } = connect();
    const script = createScript();
    const { peer } = await server.letIn(script);
    const end = connection.send('huge');
    await nextMessage(peer);
    peer.close(1009);
    expect(await end).toBe('refused');
    const { peer: back } = await server.letIn(script);
    await wait(20);
    expect(back.pending()).toEqual([]);
  });

  test('because the session is unknown ends the connection', async () => {
    const { ended } = connect({ resume: { session: '00000000-0000-4000-8000-000000000001', after: 0 } });
    const peer = await server.next();
    await peer.next();
    peer.send({ type: 'error', code: 'not_found', message: 'there is no such session', retryable: false });
    expect(await ended).toMatchObject({ code: 'not_found', message: 'there is no such session' });
  });

  test('because its store is down during the greeting is tried again', async () => {
    const { connection } = connect();
    const peer = await server.next();
    await peer.next();
    peer.send({ type: 'error', code: 'database_unavailable', message: 'away', retryable: true });
    await server.letIn(createScript());
    await until(() => connection.connected);
  });

  test.each([
    { status: 401, body: '', code: 'unauthorized', help: 'DEVAI_API_TOKEN' },
    { status: 403, body: forbidden, code: 'forbidden_origin', help: 'DEVAI_ALLOWED_ORIGINS' },
    { status: 403, body: 'no JSON', code: 'not_devai', help: 'Check the address' },
    { status: 404, body: '', code: 'not_devai', help: 'Check the address' },
  ])('with $status ($code) ends the connection, with advice', async ({ status, body, code, help }) => {
    await server.stop();
    await server.start({ refusal: { status, body } });
    const error = await connect().ended;
    expect(error.code).toBe(code);
    expect(error.help).toContain(help);
  });

  test.each([429, 503])('%i is tried again', async (status) => {
    await server.stop();
    const { port } = server;
    await server.start({ port, refusal: { status, body: '' } });
    const { lost } = connect();
    await until(() => lost.length > 0);
    expect(lost[0]).toContain(String(status));
    await server.stop();
    await server.start({ port });
    await server.letIn(createScript());
  });
});

describe('a server that is not there', () => {
  test('ends the connection if it should not wait, with advice', async () => {
    await server.stop();
    const error = await connect({ keepTrying: false }).ended;
    expect(error.code).toBe('no_answer');
    expect(error.message).toContain('ECONNREFUSED');
    expect(error.help).toContain('npx --yes pnpm start');
  });

  test('is waited for if requested', async () => {
    await server.stop();
    const { connection, lost } = connect();
    const end = connection.send('hello');
    await until(() => lost.length > 0);
    // several attempts, of which only the first is told
    await wait(100);
    expect(lost).toHaveLength(1);
    const script = createScript();
    await server.start({ port: server.port });
    const { peer } = await server.letIn(script);
    await nextMessage(peer);
    peer.send(script.turn().reply('Hi'));
    expect(await end).toBe('reply');
  });
});

test('closing ends everything: nothing is retried, and waiting callers are told', async () => {
  const { connection, lost, ended } = connect();
  const { peer } = await server.letIn(createScript());
  const end = connection.send('hello');
  await nextMessage(peer);
  connection.close();
  connection.close();
  expect(await end).toBe('interrupted');
  await wait(60);
  expect(lost).toEqual([]);
  expect(await Promise.race([ended, wait(1)])).toBeUndefined();
});

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A client that records all its events. */
function connect(
  options: Partial<ConnectionOptions> = {},
  onFrame: (frame: NumberedFrame) => void = () => {},
) {
  const frames: NumberedFrame[] = [];
  const sent: string[] = [];
  const lost: string[] = [];
  const ended = Promise.withResolvers<CliError>();
  const connection = connectChat(
    {
      url: server.url,
      token: null,
      user: null,
      project: null,
      resume: null,
      keepTrying: true,
      delays,
      ...options,
    },
    {
      onFrame(frame) {
        frames.push(frame);
        onFrame(frame);
      },
      onSend: (_id, content) => sent.push(content),
      onLost: (reason) => lost.push(reason),
      onChange: () => {},
      onEnd: ended.resolve,
    },
  );
  onTestFinished(() => connection.close());
  const shown = () =>
    frames.map((frame) => ('text' in frame ? frame.text : 'content' in frame ? frame.content : frame.type));
  return { connection, frames, shown, sent, lost, ended: ended.promise };
}

async function nextMessage(peer: Peer) {
  const frame = await peer.next();
  if (frame.type !== 'message' || frame.id === undefined)
    throw new Error(`not a message: ${JSON.stringify(frame)}`);
  return { id: frame.id, content: frame.content };
}

const turnRunning: NumberedFrame = {
  type: 'error',
  code: 'turn_running',
  message: 'a turn is running',
  retryable: true,
};
