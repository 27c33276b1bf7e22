import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { serverUrl } from '../server/address.ts';
import { serverApi } from '../server/api.ts';
import { runInteractiveChat } from './interactive-chat.ts';
import type { InputHistory } from './input-history.ts';
import type { Position } from '@devai/fastify/protocol/position';
import {
  createScript,
  delays,
  serveScript,
  storedMessage,
  until,
  type Peer,
} from '../testing/scripted-server.ts';
import { createTerminal } from '../testing/terminal-emulator.ts';

const server = serveScript();

const session = '00000000-0000-4000-8000-000000000001';
const opening = 'project shop · test-model · /help lists the commands';

test('the arrow keys bring back what was typed in earlier chats, and what is typed is kept', async () => {
  const kept: string[] = [];
  const typed = { lines: ['last', 'first'], add: async (text: string) => void kept.push(text) };
  const { type, rows, exit } = sitDown({ typed });
  const { peer } = await server.letIn(createScript(session));
  type('\u001b[A\u001b[A');
  await until(() => rows().at(-1) === '> first');
  type('\r');
  expect(await peer.next()).toMatchObject({ content: 'first' });
  type('/quit\r');
  await exit;
  expect(kept).toEqual(['first', '/quit']);
});

test('a chat shows what was typed, what was recalled, and the reply as it streams', async () => {
  const { type, rows, positions, exit } = sitDown();
  const script = createScript(session);
  const { peer } = await server.letIn(script);
  type('hello\r');
  const message = await peer.next();
  const { user, text, reply } = script.turn();
  peer.send(user('hello', message.type === 'message' ? message.id : ''));
  peer.send(text('Hi '));
  peer.send(text('there'));
  await until(() => rows().includes('Hi there'));
  expect(rows()).toEqual([opening, '', '> hello', 'Hi there', '…']);
  peer.send(reply('Hi there'));
  await until(() => rows().at(-1) === '>');
  expect(rows()).toEqual([opening, '', '> hello', 'Hi there', '>']);
  type('/quit\r');
  await exit;
  expect(positions.at(-1)).toMatchObject({ session, number: 2 });
});

test('a message typed during a reply waits for its end, and is shown in its place', async () => {
  const { type, rows } = sitDown();
  const script = createScript(session);
  const { peer } = await server.letIn(script);
  type('one\r');
  await peer.next();
  const { text, reply } = script.turn();
  peer.send(text('first '));
  type('two\r');
  await until(() => rows().at(-1) === '(1 waiting) …');
  peer.send(text('reply'));
  peer.send(reply('first reply'));
  await peer.next();
  await until(() => rows().at(-1) === '…');
  expect(rows()).toEqual([opening, '', '> one', 'first reply', '', '> two', '…']);
});

test('a Markdown reply is laid out as it streams, and notes appear above its unfinished part', async () => {
  const { type, rows } = sitDown();
  const script = createScript(session);
  const { peer } = await server.letIn(script);
  type('hello\r');
  await peer.next();
  const { text, reply, error } = script.turn();
  peer.send(text('# Ports\n\n- **staging'));
  await until(() => rows().includes('• **staging'));
  peer.send(error('slow', 'the embedder is slow'));
  peer.send(text('** 6543\n- `test` 8081\n'));
  peer.send(reply('# Ports\n\n- **staging** 6543\n- `test` 8081\n'));
  await until(() => rows().at(-1) === '>');
  expect(rows().slice(3)).toEqual([
    'Ports',
    'the embedder is slow (slow)',
    '',
    '• staging 6543',
    '• test 8081',
    '>',
  ]);
});

test('Ctrl-C cancels the reply; a second one quits', async () => {
  const { type, rows, exit } = sitDown();
  const script = createScript(session);
  const { peer } = await server.letIn(script);
  type('hello\r');
  await peer.next();
  const { text, reply } = script.turn();
  peer.send(text('Hi '));
  await until(() => rows().includes('Hi'));
  type('\u0003');
  expect(await peer.next()).toEqual({ type: 'cancel' });
  peer.send(reply('Hi ', 'cancelled'));
  await until(() => rows().at(-1) === '>');
  expect(rows().slice(3)).toEqual(['cancelling; Ctrl-C again quits', 'Hi', '(cancelled)', '>']);

  type('again\r');
  await peer.next();
  type('\u0003');
  expect(await peer.next()).toEqual({ type: 'cancel' });
  type('\u0003');
  await exit;
});

test('Ctrl-C drops a typed line first, and quits at an empty one', async () => {
  const { type, rows, exit } = sitDown();
  await server.letIn(createScript(session));
  type('not this');
  await until(() => rows().at(-1) === '> not this');
  type('\u0003');
  await until(() => rows().at(-1) === '>');
  type('\u0003');
  await exit;
});

test('Ctrl-D quits, and so does a signal to the process', async () => {
  const first = sitDown();
  await server.letIn(createScript(session));
  first.type('\u0004');
  await first.exit;
  const second = sitDown();
  await server.letIn(createScript(session));
  second.ending.abort();
  await second.exit;
});

test('commands show help, switch to verbose, and begin a new session; an unknown one is an error', async () => {
  const { type, rows } = sitDown();
  const script = createScript(session);
  const { peer } = await server.letIn(script);
  type('/help\r/verbose\r/nonsense\r');
  await until(() => rows().some((row) => row.includes('/nonsense')));
  expect(rows()).toContain('showing more');
  expect(rows().some((row) => row.startsWith('/quit'))).toBe(true);
  expect(rows()).toContain('there is no command /nonsense; /help lists them');
  type('/why not\r');
  await until(() => rows().includes('/why takes no arguments; not sent'));
  type('/new\r');
  expect(await peer.next()).toEqual({ type: 'new_chat' });
  const other = createScript();
  peer.send(other.enter());
  await until(() => rows().some((row) => row.includes(other.session)));
  type('/etc/hosts looks odd\r');
  expect(await peer.next()).toMatchObject({ type: 'message', content: '/etc/hosts looks odd' });
});

const earlier = '00000000-0000-4000-8000-000000000002';
const at = '2026-02-03T10:00:00.000Z';
const record = {
  id: earlier,
  name: null,
  firstWords: 'how hot must it be?',
  project: 'shop',
  agent: 'chapo',
  parent: null,
  handedOverFrom: null,
  state: {},
  gist: null,
  summary: null,
  summaryThrough: 0,
  extractedThrough: 0,
  messageCount: 12,
  tokenCount: 0,
  metadata: {},
  createdAt: at,
  lastActiveAt: at,
  endedAt: null,
};

test('/sessions continues the session that is chosen by parts of its line', async () => {
  const api = fastify();
  onTestFinished(() => api.close());
  const garden = { ...record, id: '00000000-0000-4000-8000-000000000003', name: 'the garden' };
  const oven = { ...record, name: 'the bread oven' };
  api.get('/api/memory/sessions', () => ({ sessions: [garden, oven], next: null }));
  const { type, rows } = sitDown({ apiUrl: await api.listen() });
  const { peer } = await server.letIn(createScript(session));
  type('/sessions\r');
  await until(() => rows().at(-1) === 'which?');
  expect(rows().slice(-3, -1)).toEqual([
    expect.stringMatching(/^› .*garden$/),
    expect.stringMatching(/^ {2}.*oven$/),
  ]);
  type('brov');
  await until(() => rows().at(-1) === 'which? brov' && rows().at(-2)?.startsWith('› ') === true);
  expect(rows().slice(-3).join()).not.toContain('garden');
  type('\r');
  expect(await peer.next()).toEqual({ type: 'hello', session: earlier, after: 2 });
  const missed = [storedMessage({ number: 11, role: 'user', content: 'how hot?' })];
  peer.send(createScript(earlier).enter({ missed }));
  await until(() => rows().includes('> how hot?'));
  type('hello\r');
  expect(await peer.next()).toMatchObject({ type: 'message', content: 'hello' });
});

test('a list of sessions is left without a choice, and Tab marks the next', async () => {
  const api = fastify();
  onTestFinished(() => api.close());
  api.get('/api/memory/sessions', () => ({ sessions: [{ ...record, id: session }, record], next: null }));
  const { type, rows } = sitDown({ apiUrl: await api.listen() });
  const { peer } = await server.letIn(createScript(session));
  type('/sessions\r');
  await until(() => rows().at(-1) === 'which?');
  type('xyzzy');
  await until(() => rows().at(-2) === '  none like this');
  type('\u0003');
  await until(() => rows().at(-1) === '>');
  type('/sessions\r');
  await until(() => rows().at(-1) === 'which?');
  type('\t');
  await until(() => rows().at(-2)?.startsWith('› ') === true);
  type('\r');
  expect(await peer.next()).toMatchObject({ type: 'hello', session: earlier });
});

test('a command with unexpected arguments is not sent to the model', async () => {
  const { type, rows } = sitDown();
  const { peer } = await server.letIn(createScript(session));
  type('/pin first\r/why not\r');
  await until(() => rows().some((row) => row.includes('/why takes no arguments; not sent')));
  expect(rows()).toContain('first is not the id of a memory; give at least the first 6 characters of one');
  type('hello\r');
  expect(await peer.next()).toMatchObject({ type: 'message', content: 'hello' });
});

test('/name names the session on the server', async () => {
  const api = fastify();
  onTestFinished(() => api.close());
  api.put('/api/memory/sessions/:id', ({ body }) => ({
    ...record,
    ...z.object({ name: z.string() }).parse(body),
  }));
  const { type, rows } = sitDown({ apiUrl: await api.listen() });
  const script = createScript(session);
  const { peer } = await server.letIn(script);
  await until(() => rows().includes(opening));
  type('/name the bread oven\r');
  await until(() => rows().some((row) => row.includes('nothing has been said here yet')));
  type('hello\r');
  const { id } = z.object({ id: z.string() }).parse(await peer.next());
  const { user, reply } = script.turn();
  for (const frame of [user('hello', id), reply('Hi')]) peer.send(frame);
  await until(() => rows().some((row) => row.includes('Hi')));
  type('/name the bread oven\r');
  await until(() => rows().some((row) => row.includes('this session is called the bread oven now')));
  type('/name\r');
  await until(() => rows().some((row) => row.includes('/name <text>')));
});

test('/pin says that there is nothing to pin yet', async () => {
  const { type, rows } = sitDown();
  await server.letIn(createScript(session));
  type('/pin\r');
  await until(() => rows().some((row) => row.includes('nothing has been said here yet')));
});

test('/why shows what was recalled for the last message and what was left out', async () => {
  const { type, rows } = sitDown();
  const script = createScript(session);
  const { peer } = await server.letIn(script);
  type('/why\r');
  await until(() => rows().some((row) => row.includes('nothing has been asked here yet')));
  type('hello\r');
  await peer.next();
  const { recalled, reply } = script.turn();
  const left = {
    id: '0badcafe-0000-4000-8000-000000000001',
    content: 'Bread is baked on Mondays',
    namespace: 'devai/project/shop',
    score: 0.2,
    similarity: 0.1,
    wordScore: null,
    strength: 1,
    importance: 5,
    legs: ['vector' as const],
    injected: false,
    reason: 'below the threshold',
  };
  peer.send(recalled([left]));
  peer.send(reply('Hi'));
  await until(() => rows().at(-1) === '>');
  expect(rows().join('\n')).not.toContain('Mondays');
  type('/why\r');
  await until(() => rows().some((row) => row.includes('Mondays')));
  expect(rows().join(' ')).toContain('left out: 0badcafe Bread is baked on Mondays (below the threshold)');
});

test('without a server the chat says once how to start one, and continues when there is one', async () => {
  await server.stop();
  const { type, rows } = sitDown();
  await until(() => rows().some((row) => row.includes('npx --yes pnpm start')));
  type('hello\r');
  await until(() => rows().at(-1) === '(offline, 1 waiting) >');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(rows().filter((row) => row.includes('cannot reach'))).toHaveLength(1);
  await server.start({ port: server.port });
  const { peer } = await server.letIn(createScript(session));
  expect(await peer.next()).toMatchObject({ type: 'message', content: 'hello' });
  await until(() => rows().at(-1) === '…');
});

test('a lost connection is reported once, and so is a reply that ended with the server', async () => {
  const { type, rows } = sitDown();
  const script = createScript(session);
  const { peer } = await server.letIn(script);
  type('hello\r');
  const message = await peer.next();
  const { user, text } = script.turn();
  peer.send(user('hello', message.type === 'message' ? message.id : ''));
  peer.send(text('Hi'));
  await until(() => rows().includes('Hi'));
  await server.stop();
  await until(() => rows().some((row) => row.includes('the connection was lost')));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(rows().filter((row) => row.includes('the connection was lost'))).toHaveLength(1);
  await server.start({ port: server.port });
  await server.letIn(createScript(session));
  await until(() => rows().at(-1) === '>');
  expect(rows().slice(-5, -1)).toEqual([
    'connected again',
    'Hi',
    '(cut off)',
    'the reply was interrupted because the server stopped. Your message is stored; ask again to continue.',
  ]);
});

test('a server that requires a token ends the chat with advice', async () => {
  await server.stop();
  await server.start({ refusal: { status: 401, body: '' } });
  const { exit } = sitDown();
  await expect(exit).rejects.toMatchObject({
    code: 'unauthorized',
    help: expect.stringContaining('DEVAI_API_TOKEN'),
  });
});

test('an error that ends the chat is reported once: by the program, not on the screen as well', async () => {
  const { exit, rows } = sitDown();
  const script = createScript(session);
  const peer = await server.next();
  await peer.next();
  const message = 'there is no such session';
  peer.send(script.next({ type: 'error', code: 'not_found', message, retryable: false }));
  await expect(exit).rejects.toMatchObject({ code: 'not_found', message });
  expect(rows().filter((row) => row.includes(message))).toEqual([]);
});

test('a message that is too long is not sent', async () => {
  const { type, rows } = sitDown();
  const { peer } = await server.letIn(createScript(session));
  type(`\u001b[200~${'x'.repeat(100_001)}\u001b[201~\r`);
  await until(() => rows().some((row) => row.startsWith('that is 100001 characters')));
  expect(peer.pending()).toEqual([]);
});

test('quitting lists what was not sent', async () => {
  await server.stop();
  const { type, rows, exit } = sitDown();
  type('hello\r/quit\r');
  await exit;
  expect(rows()).toContain('1 message was not sent');
});

test('a request for approval shows what would happen, and is answered with one key, or with words', async () => {
  const { type, rows, exit } = sitDown();
  const script = createScript(session);
  const turn = '00000000-0000-4000-8000-000000000002';
  const requestOf = (id: string, preview: string) => ({
    ...{ id, turn, call: '1', agent: 'chapo', tool: 'run_command', risk: 'execute' as const },
    ...{ arguments: '{}', why: 'Let me test.', preview, covers: 'tool' as const },
  });
  const first = requestOf('00000000-0000-4000-8000-000000000003', '$ pnpm test');
  const second = requestOf('00000000-0000-4000-8000-000000000004', '$ git push\u001b[2J');
  const { peer } = await server.letIn(script, { running: true, approvals: [first] });
  await until(() => rows().at(-1)?.startsWith('allow run_command? y yes · a always here · n no') === true);
  expect(rows()).toContain('chapo wants to use run_command: Let me test.');
  expect(rows()).toContain('$ pnpm test');
  expect(rows()).toContain('always here: all that chapo does with run_command, in this session');
  type('y');
  expect(await peer.next()).toEqual({ type: 'approve', id: first.id, decision: 'once' });
  peer.send(
    script.next({ type: 'approval_resolved', id: first.id, turn, decision: 'once', note: null, by: 'user' }),
  );
  peer.send(script.next({ type: 'approval_request', ...second }));
  await until(() => rows().some((row) => row.startsWith('$ git push')));
  // a word that begins with a key is no answer while something is typed
  type('/no not on Fridays\r');
  expect(await peer.next()).toEqual({
    type: 'approve',
    id: second.id,
    decision: 'deny',
    note: 'not on Fridays',
  });
  peer.send(
    script.next({
      ...{ type: 'approval_resolved', id: second.id, turn, decision: 'deny' },
      ...{ note: 'not on Fridays', by: 'user' },
    }),
  );
  await until(() => rows().includes('not allowed: not on Fridays'));
  expect(rows().at(-1)).toBe('…');
  type('/yes\r');
  await until(() => rows().includes('nothing waits for your approval'));
  type('/quit\r');
  await exit;
});

test('what no turn waits for takes no keys from what is typed, and a message answers it', async () => {
  const { type, rows, exit } = sitDown();
  const script = createScript(session);
  const request = {
    ...{ id: '00000000-0000-4000-8000-000000000003', turn: '00000000-0000-4000-8000-000000000002' },
    ...{ call: '1', agent: 'chapo', tool: 'forget', risk: 'write' as const, arguments: '{}', why: '' },
    ...{ preview: 'I live in Ulm', covers: 'call' as const, inWords: true as const },
  };
  const { peer } = await server.letIn(script, { approvals: [request] });
  await until(() => rows().at(-1) === '>');
  type('yes\r');
  expect(await peer.next()).toMatchObject({ type: 'message', content: 'yes' });
  type('/quit\r');
  await exit;
});

test('Tab completes a command, and shows which there are', async () => {
  const { type, rows } = sitDown();
  await server.letIn(createScript(session));
  type('/rem\t');
  await until(() => rows().at(-1) === '> /remember');
  type('\u0015/e\t');
  await until(() => rows().includes('/export  /edit  /exclude  /exit'));
  expect(rows().at(-1)).toBe('> /e');
  type('xp\t');
  await until(() => rows().at(-1) === '> /export');
});

/** Says something and is answered. */
async function exchange(
  { type }: Pick<ReturnType<typeof sitDown>, 'type'>,
  { peer, script }: { peer: Peer; script: ReturnType<typeof createScript> },
  [asked, answer]: [string, string],
): Promise<void> {
  type(`${asked}\r`);
  const { id } = z.object({ id: z.string() }).parse(await peer.next());
  const { user, reply } = script.turn();
  for (const frame of [user(asked, id), reply(answer)]) peer.send(frame);
}

test('/retry asks the last question again, and /edit changes it first', async () => {
  const edited: string[] = [];
  const chat = sitDown({
    edit: async (text) => {
      edited.push(text);
      return `${text}, please\n`;
    },
  });
  const script = createScript(session);
  const { peer } = await server.letIn(script);
  chat.type('/retry\r');
  await until(() => chat.rows().includes('nothing has been said here yet'));
  await exchange(chat, { peer, script }, ['how hot?', '900']);
  await until(() => chat.rows().at(-1) === '>');
  await exchange(chat, { peer, script }, ['/retry', 'still 900']);
  await until(() => chat.rows().includes('still 900'));
  expect(chat.rows()).toContain('> how hot?');
  await until(() => chat.rows().at(-1) === '>');
  chat.type('/edit\r');
  expect(await peer.next()).toMatchObject({ content: '/retry, please' });
  expect(edited).toEqual(['/retry']);
  await until(() => chat.rows().includes('> /retry, please'));
});

test('/copy puts the last reply into the clipboard of the terminal', async () => {
  const chat = sitDown();
  const script = createScript(session);
  const { peer } = await server.letIn(script);
  chat.type('/copy\r');
  await until(() => chat.rows().includes('there is no reply to copy yet'));
  await exchange(chat, { peer, script }, ['how hot?', '**900** Grad ✓']);
  await until(() => chat.rows().at(-1) === '>');
  chat.type('/copy\r');
  await until(() => chat.clipboard() === '**900** Grad ✓');
});

/** A request to a model. */
const asked = {
  ...{ id: earlier, sessionId: session, project: null, turn: null, step: 1, question: 1, hash: '' },
  ...{ model: 'gpt-9', tokens: 2_000, budget: 100_000, createdAt: at, asked: null, schema: 1, end: 'reply' },
  ...{ usage: { inputTokens: 2_100, outputTokens: 30, cachedTokens: 0 }, cost: 0.002, prefix: null },
  ...{ traceId: null, degraded: [] },
};

test('the state of the model stands above the input after a turn, and /cost adds it up', async () => {
  const api = fastify();
  onTestFinished(() => api.close());
  api.get('/api/memory/contexts', () => ({ contexts: [asked], next: null }));
  const chat = sitDown({ apiUrl: await api.listen() });
  const script = createScript(session);
  const { peer } = await server.letIn(script);
  await exchange(chat, { peer, script }, ['how hot?', '900']);
  const status = 'gpt-9 · 2,000 of 100,000 tokens (2 %) · $0.0020';
  await until(() => chat.rows().slice(-2).join('|') === `${status}|>`);
  await exchange(chat, { peer, script }, ['and now?', '901']);
  await until(() => chat.rows().at(-2) === status.replace('0020', '0040'));
  chat.type('/cost\r');
  await until(() => chat.rows().includes('1 requests: 2,100 tokens read, 30 written, $0.0020'));
});

const noHistory = (lines: string[] = []): InputHistory => ({ lines, add: async () => {} });

/** A chat at an emulated terminal, and a server driven by the test. */
function sitDown({
  verbose = false,
  url = server.url,
  apiUrl = server.url,
  typed = noHistory(),
  folder = '.',
  edit = async (text: string) => text,
} = {}) {
  const terminal = createTerminal(100);
  const positions: Position[] = [];
  const ending = new AbortController();
  const exit = runInteractiveChat(
    {
      api: serverApi(serverUrl(apiUrl), null, null),
      connection: { url, token: null, user: null, project: null, resume: null, keepTrying: true, delays },
      verbose,
      approve: false,
      folder,
      history: 10,
      onPosition: (position) => positions.push(position),
    },
    { ...terminal, paint: (_format, text) => text },
    ending.signal,
    { inputs: typed, edit },
  );
  onTestFinished(() => ending.abort());
  return { ...terminal, positions, ending, exit };
}
