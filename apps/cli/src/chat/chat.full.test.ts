import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { temporaryFolder } from '@devai/api/testing/temporary-folder';
import { expect, onTestFailed, test } from 'vitest';
import { createScript, serveScript, storedMessage, type Peer } from '../testing/scripted-server.ts';

const session = '00000000-0000-4000-8000-000000000001';

const server = serveScript();
const stateFolder = temporaryFolder();

test('commands in a pipe are answered, including /focus and /why', async () => {
  const { result } = run('/focus\n/why\n');
  await server.letIn(createScript(session));
  const { exit, errors } = await result;
  expect(exit).toBe(0);
  // the server of this test has no HTTP
  expect(errors).toContain('the focus could not be read');
  expect(errors).toContain('nothing has been asked here yet');
});

test('each line is a message; replies go to standard output, all else to standard error, and the exit code is 0', async () => {
  const { result } = run('first\n\nsecond \\\nover two lines');
  const script = createScript(session);
  const { peer } = await server.letIn(script);
  expect(await answer(peer, script, 'Reply one')).toBe('first');
  expect(await answer(peer, script, 'Reply two\n')).toBe('second \nover two lines');
  const { exit, output, errors } = await result;
  expect(output).toBe('Reply one\nReply two\n');
  expect(errors).toContain('→ recall {}');
  expect(`${output}${errors}`).not.toContain('\u001b');
  expect(exit).toBe(0);
});

test('a script reads whole replies although the connection broke midway', async () => {
  const { result } = run('hello');
  const script = createScript(session);
  const { peer } = await server.letIn(script);
  const message = await peer.next();
  const turn = script.turn();
  peer.send(turn.user('hello', message.type === 'message' ? message.id : ''));
  peer.send(turn.text('one '));
  await new Promise((resolve) => setTimeout(resolve, 50));
  peer.drop();
  const { peer: back } = await server.letIn(script, { running: true });
  back.send(turn.text('two'));
  back.send(turn.reply('one two'));
  expect(await result).toMatchObject({
    exit: 0,
    output: 'one two\n',
    errors: expect.stringContaining('connected again'),
  });
});

test('without a server it says what to do and exits with 1', async () => {
  await server.stop();
  const { exit, output, errors } = await run('hello').result;
  await server.start();
  expect(exit).toBe(1);
  expect(output).toBe('');
  expect(errors).toContain('npx --yes pnpm start');
});

test('a failed turn makes it exit with 1, and the rest is not sent', async () => {
  const { result } = run('first\nsecond\n');
  const script = createScript(session);
  const { peer } = await server.letIn(script);
  await answer(peer, script, '(no reply: the turn failed)', 'failed');
  const { exit, output, errors } = await result;
  expect(exit).toBe(1);
  expect(output).toBe('');
  expect(errors).toContain('the rest of the input was not sent');
  expect(peer.pending()).toEqual([]);
});

test('a line that is refused during the turn of another client is sent again after it, and none is lost', async () => {
  const { result } = run('first\nsecond\n');
  const script = createScript(session);
  const { peer } = await server.letIn(script);
  const refused = await peer.next();
  const theirs = script.turn();
  peer.send(theirs.user('theirs'));
  peer.send({ type: 'error', code: 'turn_running', message: 'a turn is running', retryable: true });
  peer.send(theirs.reply('for them'));
  const again = await peer.next();
  expect(again).toEqual(refused);
  if (again.type !== 'message') throw new Error('not a message');
  const own = script.turn();
  peer.send(own.user('first', again.id));
  peer.send(own.reply('for me'));
  expect(await answer(peer, script, 'for me too')).toBe('second');
  const { exit, errors } = await result;
  expect(exit).toBe(0);
  expect(errors).toContain('another client’s turn is running');
});

test('a line that the server refuses for good makes it exit with 1', async () => {
  const { result } = run('first\nsecond\n');
  const { peer } = await server.letIn(createScript(session));
  await peer.next();
  peer.send({ type: 'error', code: 'conflict', message: 'sent with another text', retryable: false });
  expect(await result).toMatchObject({ exit: 1, errors: expect.stringContaining('no reply (refused)') });
  expect(peer.pending()).toEqual([]);
});

test('commands work in a pipe too, and an unknown one is an error', async () => {
  const { result } = run('one\n/help\n/quit\nnever sent\n');
  const script = createScript(session);
  const { peer } = await server.letIn(script);
  await answer(peer, script, 'Hi');
  expect(await result).toMatchObject({ exit: 0, output: 'Hi\n', errors: expect.stringContaining('/new') });
  expect(peer.pending()).toEqual([]);
  expect(await run('/nonsense\n').result).toMatchObject({
    exit: 2,
    errors: expect.stringContaining('/nonsense'),
  });
});

test('/new in a pipe begins a new session for what follows', async () => {
  const { result } = run('one\n/new\ntwo\n');
  const script = createScript(session);
  const { peer } = await server.letIn(script);
  await answer(peer, script, 'first');
  expect(await peer.next()).toEqual({ type: 'new_chat' });
  const other = createScript();
  peer.send(other.enter());
  expect(await answer(peer, other, 'second')).toBe('two');
  expect(await result).toMatchObject({ exit: 0, output: 'first\nsecond\n' });
});

test('--continue continues the last session, and shows a script nothing of its past', async () => {
  const first = run('hello');
  const script = createScript(session);
  const { peer } = await server.letIn(script);
  script.skipNumbers(20);
  await answer(peer, script, 'Hi');
  await first.result;

  const second = run('again', ['--continue', '--project', 'shop', '--token', 'sesame']);
  const missed = [storedMessage({ number: 22, role: 'assistant', content: 'Hi' })];
  const { peer: back, hello } = await server.letIn(script, { missed });
  expect(hello).toEqual({ type: 'hello', client: 'terminal', session, after: 12, project: 'shop' });
  expect(back.headers.authorization).toBe('Bearer sesame');
  await answer(back, script, 'Hi again');
  expect(await second.result).toMatchObject({ exit: 0, output: 'Hi again\n' });
});

test('--temporary begins a chat of which nothing is kept, also after the connection broke', async () => {
  const { result } = run('hello', ['--temporary']);
  const script = createScript(session);
  const { peer, hello } = await server.letIn(script, { temporary: true });
  expect(hello).toEqual({ type: 'hello', client: 'terminal', temporary: true });
  await peer.next();
  peer.drop();
  const { peer: back, hello: again } = await server.letIn(script, { temporary: true });
  expect(again).toMatchObject({ session, fresh: true, temporary: true });
  await answer(back, script, 'Hi');
  expect(await result).toMatchObject({ exit: 0, errors: expect.stringContaining('nothing of it is kept') });

  const next = run('hello', ['--continue']);
  const other = createScript();
  const { peer: later, hello: anew } = await server.letIn(other);
  expect(anew).toEqual({ type: 'hello', client: 'terminal' });
  await answer(later, other, 'Hi');
  await next.result;
});

test('--continue without an earlier session begins a new one, and says so', async () => {
  const { result } = run('hello', ['--continue']);
  const script = createScript(session);
  const { peer, hello } = await server.letIn(script);
  expect(hello).toEqual({ type: 'hello', client: 'terminal' });
  await answer(peer, script, 'Hi');
  expect(await result).toMatchObject({
    exit: 0,
    errors: expect.stringContaining('there is no earlier session'),
  });
});

test('wrong options show the usage and exit with 2, help exits with 0', async () => {
  expect(await run('', ['--nonsense']).result).toMatchObject({
    exit: 2,
    output: '',
    errors: expect.stringContaining('devai chat --help'),
  });
  expect(await run('', ['--help']).result).toMatchObject({
    exit: 0,
    errors: '',
    output: expect.stringContaining('--session'),
  });
});

test('a reader that closes the pipe early is no error', async () => {
  const { child, code } = run('one\ntwo\n');
  const script = createScript(session);
  const { peer } = await server.letIn(script);
  child.stdout.destroy();
  await answer(peer, script, 'Hi');
  expect(await code).toBe(0);
});

/** Starts the real client in a process of its own, with pipes for input and output. */
function run(input: string | null, words: string[] = [], variables: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts'), 'chat', ...words], {
    env: { PATH: process.env['PATH'], DEVAI_URL: server.url, XDG_STATE_HOME: stateFolder(), ...variables },
  });
  if (input !== null) child.stdin.end(input);
  const code = new Promise<number | null>((resolve) => child.on('close', resolve));
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errors += chunk));
  onTestFailed(() => {
    process.stderr.write(`exit ${child.exitCode}, output:\n${output}\nerrors:\n${errors}\n`);
  });
  return { child, code, result: code.then((exit) => ({ exit, output, errors })) };
}

/** Plays one turn; returns what the client asked. */
async function answer(
  peer: Peer,
  script: ReturnType<typeof createScript>,
  reply: string,
  end?: 'failed',
): Promise<string> {
  const message = await peer.next();
  if (message.type !== 'message') throw new Error(`not a message: ${message.type}`);
  const turn = script.turn();
  peer.send(turn.user(message.content, message.id));
  peer.send(turn.call('c1', 'recall', '{}'));
  peer.send(turn.result('c1', true, 'nothing'));
  if (end === undefined) peer.send(turn.text(reply.slice(0, 3)));
  peer.send(turn.reply(reply, end));
  return message.content;
}
