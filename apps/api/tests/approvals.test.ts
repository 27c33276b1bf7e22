import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { environmentOf } from './compacting-chat.ts';
import { serveChat } from './serve-chat.ts';

const world = serveChat('test', null);
let file: string;

beforeEach(async () => {
  const folder = join(world.host.path, 'taskforge');
  file = join(folder, 'decay.ts');
  await mkdir(folder);
  await writeFile(file, 'export const base = 0.95;\n');
});

describe('a command', () => {
  beforeEach(() => start({ ALLOW_SHELL: 'on' }));

  it('runs after the user allowed it, even from another client after a reconnect, and its output streams', async () => {
    world.model.replyTo(
      'gpt-5.5',
      calls('run_command', { command: 'echo ran > ran.txt; echo hello' }),
      'All green.',
    );
    const first = await world.connect();
    first.send({ type: 'message', content: 'Run the tests' });
    const request = await first.next('approval_request');
    expect(request).toMatchObject({
      agent: 'chapo',
      tool: 'run_command',
      risk: 'execute',
      why: 'I will run the tests.',
      preview: '$ echo ran > ran.txt; echo hello',
    });
    await expect(readFile(join(world.host.path, 'taskforge', 'ran.txt'))).rejects.toThrow('ENOENT');
    await first.close();

    const second = await world.connect({ session: first.session.session });
    expect(second.session.approvals).toMatchObject([{ id: request.id }]);
    second.send({ type: 'approve', id: request.id, decision: 'once', note: 'be quick' });
    await second.next('message', ({ role }) => role === 'assistant');
    expect(await second.next('approval_resolved')).toMatchObject({ decision: 'once', by: 'user' });
    expect(await second.next('tool_output')).toMatchObject({ text: 'hello\n' });
    expect((await second.next('tool_result')).content).toMatch(/^hello\n\[exit code 0/);
    expect(await readFile(join(world.host.path, 'taskforge', 'ran.txt'), 'utf8')).toBe('ran\n');
    expect(requests()).toContain('be quick');
    second.send({ type: 'approve', id: request.id, decision: 'once' });
    expect(await second.next('error')).toMatchObject({ code: 'not_found' });
  });

  it('does not run when the user says no, and the model reads why', async () => {
    world.model.replyTo('gpt-5.5', calls('run_command', { command: 'touch ran.txt' }), 'I left it.');
    const client = await world.connect();
    client.send({ type: 'message', content: 'Run the tests' });
    const { id } = await client.next('approval_request');
    client.send({ type: 'approve', id, decision: 'deny', note: 'not on Fridays' });
    expect(await client.next('tool_result')).toMatchObject({ ok: false });
    await client.next('message', ({ role }) => role === 'assistant');
    expect(requests()).toContain('not on Fridays');
    await expect(readFile(join(world.host.path, 'taskforge', 'ran.txt'))).rejects.toThrow('ENOENT');
  });

  it('is shown whole, with its invisible characters named', async () => {
    const command = `echo ${'a '.repeat(4_950)}\u202e; touch ran.txt`;
    world.model.replyTo('gpt-5.5', calls('run_command', { command }), 'I left it.');
    const client = await world.connect();
    client.send({ type: 'message', content: 'Run the tests' });
    const { id, preview } = await client.next('approval_request');
    expect(preview).toBe(`$ ${command.replace('\u202e', '⟨U+202E⟩')}`);
    client.send({ type: 'approve', id, decision: 'deny' });
    await client.next('message', ({ role }) => role === 'assistant');
  });

  it('needs approval once when it is allowed for the session, and cancelling denies it', async () => {
    world.model.replyTo(
      'gpt-5.5',
      calls('run_command', { command: 'echo one' }),
      calls('run_command', { command: 'echo two' }),
      'Done.',
    );
    const client = await world.connect();
    client.send({ type: 'message', content: 'Run it' });
    const { id } = await client.next('approval_request');
    client.send({ type: 'approve', id, decision: 'session' });
    await client.next('message', ({ role }) => role === 'assistant');
    expect(client.frames.filter(({ type }) => type === 'approval_request')).toHaveLength(1);
    expect(client.frames.filter(({ type }) => type === 'tool_result')).toHaveLength(2);

    const other = await world.connect();
    world.model.replyTo('gpt-5.5', calls('run_command', { command: 'touch ran.txt' }));
    other.send({ type: 'message', content: 'Run it' });
    await other.next('approval_request');
    other.send({ type: 'cancel' });
    expect(await other.next('message', ({ role }) => role === 'assistant')).toMatchObject({
      end: 'cancelled',
    });
    expect(await other.next('approval_resolved')).toMatchObject({ decision: 'deny', by: 'cancel' });
    await expect(readFile(join(world.host.path, 'taskforge', 'ran.txt'))).rejects.toThrow('ENOENT');
  });
});

it('an edit is shown as a diff when writing needs approval, and a wrong one asks nobody', async () => {
  await start({ APPROVALS: 'write' });
  world.model.replyTo(
    'gpt-5.5',
    calls('edit_file', { path: 'decay.ts', old_text: 'nowhere', new_text: 'x' }),
    calls('edit_file', { path: 'decay.ts', old_text: 'base', new_text: 'decayBase' }),
    'Renamed.',
  );
  const client = await world.connect();
  client.send({ type: 'message', content: 'Rename it' });
  const request = await client.next('approval_request');
  expect(request.preview).toContain('-export const base = 0.95;\n+export const decayBase = 0.95;');
  expect(await readFile(file, 'utf8')).toContain('const base');
  client.send({ type: 'approve', id: request.id, decision: 'once' });
  await client.next('message', ({ role }) => role === 'assistant');
  expect(await readFile(file, 'utf8')).toContain('const decayBase');
  expect(client.frames.filter(({ type }) => type === 'approval_request')).toHaveLength(1);
});

it('with ALLOW_SHELL=ask, allowing a command for the session allows no other command', async () => {
  await start({ ALLOW_SHELL: 'ask', APPROVALS: 'none' });
  const [one, other] = ['echo one', 'touch ran.txt'].map((command) => calls('run_command', { command }));
  world.model.replyTo('gpt-5.5', one ?? '', one ?? '', other ?? '', 'Done.');
  const client = await world.connect();
  client.send({ type: 'message', content: 'Run it' });
  const first = await client.next('approval_request');
  expect(first.covers).toBe('call');
  client.send({ type: 'approve', id: first.id, decision: 'session' });
  const second = await client.next('approval_request', ({ id }) => id !== first.id);
  expect(second.preview).toBe('$ touch ran.txt');
  client.send({ type: 'approve', id: second.id, decision: 'deny' });
  await client.next('message', ({ role }) => role === 'assistant');
  expect(client.frames.flatMap((frame) => (frame.type === 'tool_result' ? [frame.ok] : []))).toEqual([
    ...[true, true, false],
  ]);
});

it('a change that was allowed does not run when the file has changed meanwhile', async () => {
  await start({ APPROVALS: 'write' });
  const write = calls('write_file', { path: 'decay.ts', content: 'export const base = 0.9;\n' });
  world.model.replyTo('gpt-5.5', write, 'I look again.');
  const client = await world.connect();
  client.send({ type: 'message', content: 'Lower it' });
  const { id } = await client.next('approval_request');
  await writeFile(file, 'export const base = 0.95;\nexport const floor = 0.05;\n');
  client.send({ type: 'approve', id, decision: 'once' });
  expect(await client.next('tool_result')).toMatchObject({
    ok: false,
    content: expect.stringContaining('changed while the user decided'),
  });
  await client.next('message', ({ role }) => role === 'assistant');
  expect(await readFile(file, 'utf8')).toContain('floor');
});

it('without ALLOW_SHELL there is no such tool', async () => {
  await start({});
  world.model.replyTo('gpt-5.5', calls('run_command', { command: 'touch ran.txt' }), 'I cannot.');
  const client = await world.connect();
  await client.say('Run it');
  expect((await client.next('tool_result')).content).toContain('there is no tool "run_command"');
});

const start = (environment: Record<string, string>) =>
  world.start({ environment: { ...environmentOf(world.model), ...environment }, background: false });

const calls = (name: string, input: object) => ({
  text: 'I will run the tests.',
  toolCalls: [{ name, arguments: JSON.stringify(input) }],
});

const requests = () => JSON.stringify(world.model.chatRequests());
