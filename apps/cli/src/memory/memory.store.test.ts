import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import stringWidth from 'string-width';
import { createApp, type App } from '../../../api/src/app.ts';
import { readConfig } from '../../../api/src/config.ts';
import { freePort } from '@devai/api/testing/free-port';
import { startShortLivedEngines } from '../../../api/tests/local-server.ts';
import { runCommand } from '../testing/run-command.ts';

let folder: string;
let variables: Record<string, string>;
let app: App | null = null;

const id = { port: '', button: '', secret: '' };
const isMemories = z.array(z.object({ id: z.string(), content: z.string() }));

beforeAll(async () => {
  folder = await mkdtemp(join(await realpath(tmpdir()), 'devai-test-'));
  variables = {
    PORT: String(await freePort()),
    DEVAI_DATA: join(folder, 'data'),
    WORKSPACE_ROOT: join(folder, 'taskforge'),
    INIT_CWD: folder,
    EMBEDDINGS: 'hash',
    NO_COLOR: '1',
  };
  const endShortLives = startShortLivedEngines();
  const { memory } = await startApp();
  endShortLives();
  const store = async (content: string, project = 'taskforge') =>
    (await memory.remember({ content, project })).memory.id;
  id.port = await store('The staging database listens on 6543');
  id.button = await store(
    'ปุ่ม deploy is น้ำเงิน, 青いボタン\nand it \u001b[31mblinks\u001b[0m when a deployment is under way',
  );
  id.secret = await store('The vault of the other project is called Fafnir', 'other');
});
afterAll(async () => {
  await stopApp();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

describe('with a server', () => {
  test('list shows what is stored, newest first, and nothing of another project', async () => {
    const { exit, output } = await run(['list']);
    expect(exit).toBe(0);
    const lines = output.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^id +priority +strength +created +type +namespace +content$/);
    expect(lines.slice(1).map((line) => line.slice(0, 8))).toEqual([
      id.button.slice(0, 8),
      id.port.slice(0, 8),
    ]);
    expect(output).not.toContain('Fafnir');
    expect(output).not.toContain('\u001b');
    expect((await run(['list', '--all-projects'])).output).toContain('Fafnir');
  });

  test('list returns as many memories as requested, over several pages, and says when there may be more', async () => {
    const { output, errors } = await run(['list', '--all-projects', '--limit', '2']);
    expect(output.trimEnd().split('\n')).toHaveLength(3);
    expect(errors).toContain('--limit 4');
  });

  test('list and search accept times in words', async () => {
    expect(isMemories.parse(await runJson(['list', '--since', 'yesterday']))).toHaveLength(2);
    expect(await runJson(['list', '--until', '2 days ago'])).toEqual([]);
    expect(await runJson(['search', 'staging', '--until', 'vor 2 Tagen'])).toMatchObject({ hits: [] });
  });

  test('list --json is an array, and nothing else is written', async () => {
    const memories = isMemories.parse(await runJson(['list']));
    expect(memories.map((memory) => memory.id)).toEqual([id.button, id.port]);
    expect(await runJson(['list', '--tag', 'no-such-tag'])).toEqual([]);
  });

  test.each([['list'], ['search', 'deploy button'], ['search', 'deploy button', '--explain'], ['jobs']])(
    '%s fits a terminal of 40 columns',
    async (...words) => {
      const { exit, output } = await run(words, { columns: 40 });
      expect(exit).toBe(0);
      for (const line of output.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(40);
    },
  );

  test('show prints a whole memory by the beginning of its id, without control characters', async () => {
    const { output } = await run(['show', id.button.slice(0, 7)]);
    expect(output).toContain(id.button);
    expect(output).toContain('and it [31mblinks');
    expect(output).not.toContain('\u001b');
    expect(await runJson(['show', id.port])).toMatchObject({ id: id.port, isValid: true });
  });

  test('ages and expiries are shown in words, and in JSON as moments', async () => {
    const expiresAt = new Date(Date.now() + 5.5 * 24 * 3_600_000);
    await run(['edit', id.secret, '--expires', expiresAt.toISOString()]);
    expect((await run(['list', '--project', 'other'])).output).toMatch(
      / (now|\d+ minutes? ago) .*\(expires in 5 days\) The vault/,
    );
    expect((await run(['show', id.secret])).output).toMatch(/^expires at +\d{4}-\d\d-\d\d .*\(in 5 days\)$/m);
    expect(await runJson(['show', id.secret])).toMatchObject({ expiresAt: expiresAt.toISOString() });
    await run(['edit', id.secret, '--expires', '']);
  });

  test('sessions are listed, and found again by the name that a person gave them', async () => {
    const session = 'abcdef12-0000-4000-8000-000000000001';
    await app!.memory.sessions.open({ id: session, project: 'taskforge', agent: 'chapo' });
    const renamed = await run(['sessions', 'rename', 'abcdef', 'the move to Postgres 17']);
    expect(renamed.output).toMatch(/^about +the move to Postgres 17$/m);
    expect((await run(['sessions'])).output).toMatch(/^abcdef12 .* the move to Postgres 17$/m);
    expect(await runJson(['sessions'])).toMatchObject([{ id: session, name: 'the move to Postgres 17' }]);
    expect(await run(['sessions', 'rename', 'abcdef', ' '])).toMatchObject({ exit: 2 });
  });

  test('an id that is too short, unknown or malformed is an error', async () => {
    expect(await run(['show', id.port.slice(0, 5)])).toMatchObject({ exit: 2 });
    expect(await run(['show', 'nonsense'])).toMatchObject({ exit: 2 });
    expect(await run(['search', ' '])).toMatchObject({ exit: 2, errors: expect.stringContaining('empty') });
    const unknown = await run(['show', '00000000']);
    expect(unknown).toMatchObject({ exit: 1, output: '' });
    expect(unknown.errors).toMatch(/^error \(not_found\): .*00000000\n/m);
    expect(await run(['show', '00000000-0000-4000-8000-000000000000'])).toMatchObject({ exit: 1 });
  });

  test('search shows matches with their similarity, and nothing unrelated', async () => {
    const { output } = await run(['search', 'On which port does the staging database listen?']);
    expect(output).toContain('listens on 6543');
    expect(output).not.toContain('blinks');
    expect((await run(['search', 'Was ist die Hauptstadt der Mongolei?'])).output).toContain('Nothing.');
    expect(await runJson(['search', 'staging database'])).toMatchObject({
      hits: [{ memory: { id: id.port }, reason: expect.any(String) }],
      degraded: [],
    });
  });

  test('search --explain shows the scores, the verdict and its reason', async () => {
    const { output } = await run(['search', 'On which port does the staging database listen?', '--explain']);
    expect(output).toMatch(/Into the prompt \(\d+ tokens\)/);
    expect(output).toMatch(
      /similar 0\.\d\d · words \d+\.\d\d · legs \S+ · strength 1\.00 · importance 9 · score/,
    );
    const filtered = await run(['search', 'staging database', '--explain', '--type', 'semantic']);
    expect(filtered.output).toMatch(/similar 0\.\d\d/);
    expect(await runJson(['search', 'staging database', '--explain', '--messages'])).toMatchObject({
      memories: [{ memory: { id: id.port }, injected: true }],
      messages: [],
    });
  });

  test('explain says why a memory is not in a prompt, even one of another project', async () => {
    const { output } = await run(['explain', 'Was ist die Hauptstadt der Mongolei?', id.port.slice(0, 8)]);
    expect(output).toMatch(/^verdict +\S/);
    expect(output).toMatch(/reason +\S/);
    expect(await runJson(['explain', 'the vault', id.secret])).toMatchObject({ memory: null, hit: null });
  });

  test('edit and pin change a memory, and its history records the changes', async () => {
    expect((await run(['edit', id.port])).exit).toBe(2);
    expect(await runJson(['edit', id.port, '--title', 'Port', '--importance', '7'])).toMatchObject({
      title: 'Port',
      importance: 7,
    });
    expect(await runJson(['pin', id.port])).toMatchObject({ pinned: true });
    expect(await runJson(['unpin', id.port])).toMatchObject({ pinned: false });
    const { output } = await run(['history', id.port.slice(0, 8)]);
    expect(output).toContain('“The staging database listens on 6543”');
    expect(output).toContain('title: null → "Port"');
    expect(output).toContain('importance: 9 → 7');
    const events = z.array(z.object({ action: z.string() })).parse(await runJson(['history', id.port]));
    expect(events.map(({ action }) => action)).toEqual(['added', 'updated', 'pinned', 'unpinned']);
  });

  test('edit changes type, category and expiry, and undo reverts it', async () => {
    const change = ['--type', 'procedural', '--category', 'decision', '--expires', '2999-01-01'];
    expect(await runJson(['edit', id.port, ...change])).toMatchObject({
      memoryType: 'procedural',
      category: 'decision',
      expiresAt: '2999-01-01T00:00:00.000Z',
    });
    expect(await runJson(['edit', id.port, '--expires', ''])).toMatchObject({ expiresAt: null });
    const events = z.array(z.object({ id: z.int() })).parse(await runJson(['history', id.port]));
    const number = String(events.at(-2)?.id);
    expect((await run(['history', id.port])).output).toContain(`${number}. updated by user`);
    expect(await runJson(['undo', id.port])).toMatchObject({ expiresAt: '2999-01-01T00:00:00.000Z' });
    const again = await run(['edit', id.port, '--importance', '3']);
    expect(again.exit).toBe(0);
    expect((await run(['undo', id.port])).output).toMatch(/^undone +updated, importance: 3 → \d+\n/);
    expect(await runJson(['undo', id.port, number])).toMatchObject({
      memoryType: 'semantic',
      category: 'other',
      expiresAt: null,
    });
    await runJson(['edit', id.port, '--expires', 'yesterday']);
    expect((await run(['list'])).output).not.toContain(id.port.slice(0, 8));
    expect(await runJson(['restore', id.port])).toMatchObject({ isValid: true, expiresAt: null });
    expect((await run(['list'])).output).toContain(id.port.slice(0, 8));
    expect((await run(['undo', id.port])).output).toMatch(/^undone +updated, expiresAt: null → "\d/);
    expect((await run(['list'])).output).not.toContain(id.port.slice(0, 8));
    await run(['edit', id.port, '--expires', '']);
    const held = ['--holds-from', '2999-03-06', '--holds-until', '2999-03-07'];
    expect(await runJson(['edit', id.port, ...held])).toMatchObject({
      holdsFrom: '2999-03-06T00:00:00.000Z',
    });
    expect((await run(['show', id.port])).output).toMatch(/^holds until +2999-03-0\d .*\(in /m);
    const found = async (day: string) =>
      isMemories.parse(await runJson(['list', '--holds-since', day])).map((one) => one.id);
    expect(await found('2999-03-06')).toEqual([id.port]);
    expect(await found('2999-03-08')).toEqual([]);
    await run(['edit', id.port, '--holds-from', '', '--holds-until', '']);
    expect(await found('2999-03-06')).toEqual([]);
    const refused = await run(['edit', id.port, '--category', 'secret']);
    expect(refused).toMatchObject({ exit: 1, errors: expect.stringContaining('preference') });
  });

  test('/pin in a chat pins the last message, and /unpin with a number unpins that message', async () => {
    const said = await runCommand(['chat'], { variables, input: 'hello there\n/pin\n' });
    expect(said).toMatchObject({ exit: 0 });
    const [session] = await app!.memory.sessions.list();
    const pinned = async () =>
      (await app!.memory.sessions.pinned(session?.id ?? '', 99)).map(({ content }) => content);
    expect(await pinned()).toEqual(['hello there']);
    const words = ['chat', '--session', session?.id ?? ''];
    expect(await runCommand(words, { variables, input: '/unpin 1\n' })).toMatchObject({ exit: 0 });
    expect(await pinned()).toEqual([]);
    const wrong = await runCommand(words, { variables, input: '/pin 99\n' });
    expect(wrong).toMatchObject({ exit: 1, errors: expect.stringContaining('there is no message 99') });
  });

  test('focus shows topics, and clear removes one or all, also in a chat', async () => {
    const topicOf = (topic: string) => ({ topic, filePaths: [], directories: [] });
    await app!.memory.focus.edit('taskforge', ['billing', 'login', 'search'].map(topicOf));
    expect((await run(['focus'])).output).toMatch(/^billing .*\nlogin /m);
    expect((await run(['focus', 'clear', 'billing'])).output).toBe('removed  billing\n');
    expect((await run(['focus', 'clear', 'billing'])).errors).toContain('there is no topic billing');
    const chat = await runCommand(['chat'], { variables, input: '/focus clear login\n' });
    expect(chat.errors).toContain('removed from your focus: login');
    expect(await runJson(['focus', 'clear'])).toMatchObject([{ topic: 'search' }]);
    expect(await runJson(['focus'])).toEqual([]);
  });

  test('forget asks first, erases only after a yes, and refuses without a terminal', async () => {
    const { id: doomed } = (await app!.memory.remember({ content: 'The fax number is 555', project: null }))
      .memory;
    const refused = await run(['forget', doomed]);
    expect(refused).toMatchObject({ exit: 2, errors: expect.stringContaining('--yes') });
    const declined = await run(['forget', doomed], { columns: 80, input: 'n\n' });
    expect(declined).toMatchObject({ exit: 0, errors: expect.stringContaining('The fax number is 555') });
    expect(declined.output).toMatch(/^forgotten +no$/m);
    expect((await run(['forget', doomed], { columns: 80, input: 'y\n' })).output).toMatch(
      /^forgotten +yes$/m,
    );
    expect((await run(['show', doomed])).exit).toBe(1);
    expect(await runJson(['forget', doomed, '--yes'])).toEqual({
      id: doomed,
      forgotten: false,
      memoryIds: [],
      erasedMessages: 0,
      keptMessages: 0,
      kept: [],
    });
  });

  /** Says the texts in a new session. Returns its id. */
  async function say(...texts: string[]): Promise<string> {
    const { sessions } = app!.memory;
    const session = { id: randomUUID(), project: 'taskforge', agent: 'chapo' };
    await sessions.open(session);
    await sessions.append(
      session,
      texts.map((content) => ({
        ...{ id: randomUUID(), role: 'user', type: 'text', content, toolCalls: [], toolCallId: null },
        ...{ pinned: false, metadata: {} },
      })),
    );
    return session.id;
  }

  test('forget names the messages that still hold the statement, and erases them later by the same short id', async () => {
    const content = 'The pager number is 556';
    const sessionId = await say(...Array.from({ length: 12 }, () => `${content}.`), 'Something else.');
    const { memory } = await app!.memory.remember({ project: null, content, sessionId, messageNumber: 3 });
    const short = memory.id.slice(0, 8);
    const session = sessionId.slice(0, 8);
    const { output, errors } = await run(['forget', short], { columns: 400, input: 'y\n' });
    expect(errors).toContain(`It came from message 3 of session ${sessionId}, which stays unless`);
    expect(output).toMatch(
      new RegExp(
        `^still stored +12 messages ${session}:1, ${session}:2, .* ${session}:10 and 2 more, hidden from the agent \\(--messages`,
        'm',
      ),
    );
    const later = await run(['forget', short, '--messages', '--yes']);
    expect(later).toMatchObject({ exit: 0, output: expect.stringMatching(/^erased messages +12$/m) });
    expect(later.output).not.toContain('number is 556');
    expect(await run(['show', short])).toMatchObject({
      exit: 1,
      errors: expect.stringContaining('not_found'),
    });
    expect(await run(['forget', 'abcdef99', '--yes'])).toMatchObject({
      exit: 1,
      errors: expect.stringContaining('there is no memory whose id begins with abcdef99'),
    });
  });

  test('forget erases a message by the name that search shows, and names the memories that stay', async () => {
    const content = 'The zither tuning is 432';
    const sessionId = await say(`${content}.`, 'Something else.');
    const { memory } = await app!.memory.remember({
      ...{ project: 'taskforge', content, sessionId, messageNumber: 1 },
    });
    const name = `${sessionId.slice(0, 8)}:1`;
    expect((await run(['search', 'zither', '--messages'])).output).toMatch(new RegExp(`^${name} `, 'm'));
    expect((await run(['search', 'zither', '--messages', '--sessions'])).output).toMatch(
      new RegExp(`^${name} `, 'm'),
    );
    const declined = await run(['forget', name], { columns: 400, input: 'n\n' });
    expect(declined).toMatchObject({ exit: 0, errors: expect.stringContaining(`${content}.`) });
    expect(declined.output).toMatch(/^forgotten +no$/m);
    const { output } = await run(['forget', name, '--yes'], { columns: 400 });
    expect(output).toMatch(/^forgotten +yes$/m);
    expect(output).toMatch(new RegExp(`^memories from it +${memory.id.slice(0, 8)}  ${content}$`, 'm'));
    expect((await run(['search', 'zither', '--messages'])).output).not.toContain(name);
    expect((await run(['forget', name, '--yes'], { columns: 400 })).output).toMatch(
      /^forgotten +no, it was erased already$/m,
    );
    expect(await runJson(['forget', name, '--yes'])).toMatchObject({
      sessionId,
      number: 1,
      forgotten: false,
    });
    for (const wrong of [`${sessionId}:9`, `${sessionId}:9 --yes`]) {
      expect(await run(['forget', ...wrong.split(' ')], { columns: 80, input: 'y\n' })).toMatchObject({
        exit: 1,
        errors: expect.stringContaining('not_found'),
      });
    }
    expect(await run(['forget', `${sessionId}:0`, '--yes'])).toMatchObject({ exit: 2 });
    expect(await run(['forget', name, '--messages', '--yes'])).toMatchObject({ exit: 2 });
    await run(['forget', memory.id, '--yes']);
  });

  test('sessions delete asks first, erases what was said, and names the memories that stay', async () => {
    const content = 'The zither tuning is 440';
    const sessionId = await say(`${content}.`, 'Something else.');
    const { memory } = await app!.memory.remember({
      ...{ project: 'taskforge', content, sessionId, messageNumber: 1 },
    });
    const short = sessionId.slice(0, 8);
    const declined = await run(['sessions', 'delete', short], { columns: 400, input: 'n\n' });
    expect(declined).toMatchObject({ exit: 0, errors: expect.stringContaining(`${content}.`) });
    expect(declined.output).toMatch(/^deleted +no$/m);
    expect(await run(['sessions', 'delete', short])).toMatchObject({ exit: 2 });
    const { output } = await run(['sessions', 'delete', short, '--yes'], { columns: 400 });
    expect(output).toMatch(/^erased messages +\d+$/m);
    expect(output).toMatch(new RegExp(`^memories from it +${memory.id.slice(0, 8)}  ${content}$`, 'm'));
    expect((await run(['search', 'zither', '--messages'])).output).not.toContain(`${short}:`);
    expect(await run(['sessions', 'delete', sessionId, '--yes'])).toMatchObject({
      exit: 1,
      errors: expect.stringContaining('not_found'),
    });
    await run(['forget', memory.id, '--yes']);
  });

  test('restore makes an invalid memory valid again', async () => {
    const { memories } = app!.memory;
    await memories.invalidate(id.button, 'a test');
    expect((await run(['list'])).output).not.toContain('blinks');
    expect((await run(['list', '--invalid'])).output).toContain('(invalid: a test)');
    expect(await runJson(['restore', id.button])).toMatchObject({ id: id.button, isValid: true });
  });

  test('an export is complete, private, and can be imported', async () => {
    const { exit, output } = await run(['export', '--out', 'all.jsonl']);
    expect({ exit, output }).toEqual({ exit: 0, output: expect.stringMatching(/^\d+ rows written to /) });
    const file = join(folder, 'all.jsonl');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const toOutput = await run(['export']);
    expect(toOutput.output).toContain('"kind":"devai-export"');
    expect(toOutput.output.trimEnd()).toMatch(/\n\{"done":true,"rows":\d+\}$/);
    expect((await readFile(file, 'utf8')).split('\n')[0]).toBe(toOutput.output.split('\n')[0]);
    expect(await runJson(['import', 'all.jsonl'])).toMatchObject({ memory: { added: 0, known: 3 } });
    expect(await runTool(['import', '-', '--json'], { variables, input: toOutput.output })).toMatchObject({
      exit: 0,
    });
  });

  test('an export into a folder needs a file name', async () => {
    expect(await run(['export', '--out', '.'])).toMatchObject({
      exit: 1,
      errors: expect.stringMatching(/^error \(file\): .* is a folder\n/m),
    });
  });

  test('an import names a wrong line, and says when it is incomplete', async () => {
    const header = '{"kind":"devai-export","version":1}\n';
    await writeFile(join(folder, 'wrong.jsonl'), `${header}{"kind":"memory","row":{"no":1}}\n`);
    expect(await run(['import', 'wrong.jsonl'])).toMatchObject({
      exit: 1,
      errors: expect.stringMatching(/^error \(invalid_input\): .*2.*0 rows were added before/m),
    });
    await run(['export', '--out', 'whole.jsonl']);
    const lines = (await readFile(join(folder, 'whole.jsonl'), 'utf8')).trimEnd().split('\n');
    await writeFile(join(folder, 'half.jsonl'), `${lines.slice(0, -1).join('\n')}\n`);
    expect(await run(['import', 'half.jsonl'])).toMatchObject({
      exit: 1,
      errors: expect.stringMatching(
        new RegExp(
          `^error \\(malformed_json\\): line ${lines.length}: missing.*\\(0 rows were added before\\)`,
          'm',
        ),
      ),
    });
    expect(await run(['import', 'whole.jsonl'])).toMatchObject({ exit: 0 });
    await mkdir(join(folder, 'a-folder'), { recursive: true });
    for (const none of ['a-folder', 'no-such-file']) {
      expect(await run(['import', none])).toMatchObject({ exit: 1, errors: expect.stringContaining(none) });
    }
  });

  test.each<[string, unknown, RegExp]>([
    ['claude.json', [{ uuid: 'x', chat_messages: [{ sender: 'human' }] }], /Claude.*\/api\/memory\/extract/s],
    [
      'messages.json',
      [{ role: 'user', content: 'x'.repeat(100_000) }],
      /JSON array of OpenAI messages.*\/api\/memory\/extract/s,
    ],
    ['facts.json', [{ port: 1 }], /another program.*\/api\/memory\/save/s],
    ['notes.md', '# Notes', /a document in Markdown.*ingest/s],
    ['half.json', '[{"id":"1","memory":"Likes tea"},{"id":', /damaged: it ends after entry 1/],
  ])('an import of %s says what it is, and what can be done', async (name, content, message) => {
    await writeFile(
      join(folder, name),
      typeof content === 'string' ? content : JSON.stringify(content, null, 1),
    );
    expect(await run(['import', name, '--yes'])).toMatchObject({
      exit: 1,
      errors: expect.stringMatching(message),
    });
  });

  test('a large import that is wrong at its beginning reports the reason while the rest is being sent', async () => {
    const row = `${JSON.stringify({ kind: 'topic', row: { text: 'x'.repeat(1_000) } })}\n`;
    const wrong = '{"kind":"devai-export","version":1}\n{"kind":"nonsense"}\n';
    await writeFile(join(folder, 'large.jsonl'), wrong + row.repeat(10_000));
    for (let time = 0; time < 3; time += 1) {
      expect(await run(['import', 'large.jsonl'])).toMatchObject({
        exit: 1,
        errors: expect.stringContaining('error (invalid_input): line 2'),
      });
    }
  });

  test('stats, jobs, decay, reembed and scrub report what exists and what they did', async () => {
    expect((await run(['stats'])).output).toMatch(/memories +valid 3/);
    expect(await runJson(['stats', '--project', 'other'])).toMatchObject({ memories: { valid: 1 } });
    expect((await run(['decay'])).output).toMatch(/^pruned memories +0$/m);
    expect(await runJson(['reembed'])).toMatchObject({ embedder: expect.any(String) });
    expect((await run(['scrub', '--dry-run'])).output).toMatch(/^memory +[1-9]\d* +0$/m);
    expect((await run(['calibrate'])).output).toMatch(/^retrieval +\S+$/m);
    const jobs = z.array(z.object({ id: z.string(), kind: z.string() })).parse(await runJson(['jobs']));
    const [job] = jobs;
    expect(await runJson(['jobs', 'retry', String(job?.id).slice(0, 8)])).toMatchObject({
      status: 'waiting',
    });
    await app!.memory.jobs.drain();
    expect(await runJson(['jobs', '--status', 'waiting'])).toEqual([]);
    expect((await run(['jobs', 'undo', String(job?.id)])).output).toMatch(
      /^Nothing to undo: this job changed no memory \(.+\)\.\n$/,
    );
    expect((await run(['jobs', 'undo', '00000000'])).exit).toBe(1);
    expect((await run(['jobs', 'retry'])).exit).toBe(2);
    expect((await run(['jobs', 'retry', '--all'])).output).toBe('retried  0\n');
    expect((await run(['jobs', 'burn', 'x'])).exit).toBe(2);
  });

  test('a project is consolidated as planned, shows what was archived, and is restored', async () => {
    const exported = (await run(['export'])).output.split('\n');
    const line = exported.find((one) => one.includes('"kind":"memory"')) ?? '';
    const { row } = z.object({ row: z.record(z.string(), z.unknown()) }).parse(JSON.parse(line));
    const statements = [
      'The till speaks USB',
      'the till speaks USB.',
      'Receipts are printed at night',
      'Tills beep',
    ];
    const lines = statements.map((content, index) => {
      const own = {
        id: `0000000${index}-1111-4111-8111-111111111111`,
        content,
        content_hash: String(index).repeat(64),
      };
      const place = { namespace: 'devai/project/tills/facts', source: 'discovery', priority: 'medium' };
      return {
        kind: 'memory',
        row: {
          ...row,
          ...own,
          ...place,
          pinned: content === 'Tills beep',
          history: [],
          words: content.toLowerCase().split(' '),
        },
      };
    });
    const header = { kind: 'devai-export', version: 1 };
    const file = [header, ...lines, { done: true, rows: lines.length }].map(
      (one) => `${JSON.stringify(one)}\n`,
    );
    await writeFile(join(folder, 'tills.jsonl'), file.join(''));
    await runJson(['import', 'tills.jsonl']);
    await runJson(['projects', 'set', 'tills', '--memory-budget', '1']);
    const listed = () => run(['list', '--project', 'tills']).then(({ output }) => output);
    const before = await listed();

    const plan = await run(['consolidate', '--project', 'tills', '--dry-run']);
    expect(plan.output).toMatch(/^memories +4 → 2 \(budget 1, 1 protected\)$/m);
    expect(plan.output).toContain('the same words');
    expect(await listed()).toBe(before);

    const done = z
      .object({ jobId: z.string(), status: z.literal('done') })
      .parse(await runJson(['consolidate', '--project', 'tills']));
    expect(await listed()).not.toContain('night');
    expect((await run(['list', '--project', 'tills', '--archived'])).output).toContain('printed at night');
    expect(
      (await run(['search', 'receipts printed at night', '--project', 'tills', '--archived'])).output,
    ).toContain('printed at night');
    expect((await run(['jobs', 'show', done.jobId])).output).toContain('4 memories');
    await run(['jobs', 'undo', done.jobId]);
    expect((await run(['jobs', 'undo', done.jobId])).output).toBe(
      'Nothing to undo: all that this job did was undone before.\n',
    );
    expect((await listed()).split('\n').toSorted()).toEqual(before.split('\n').toSorted());
    expect(await run(['consolidate', '--project', ' '])).toMatchObject({ exit: 1 });
    await runJson(['projects', 'delete', 'tills', '--confirm', 'tills']);
  });

  test('memories of another product are shown, imported, listed and taken back', async () => {
    const source = { results: [{ id: '1', memory: 'Keeps bees behind the barn', user_id: 'u' }] };
    await writeFile(join(folder, 'mem0.json'), JSON.stringify(source));
    expect(await run(['import', 'mem0.json', '--dry-run'])).toMatchObject({
      exit: 0,
      output: expect.stringMatching(/would be stored +1\n.*Keeps bees/s),
    });
    expect(await run(['import', 'mem0.json'])).toMatchObject({
      exit: 2,
      errors: expect.stringMatching(/Keeps bees.*not_confirmed/s),
    });
    expect((await run(['list'])).output).not.toContain('bees');
    const report = z
      .object({ id: z.string(), added: z.literal(1) })
      .parse(await runJson(['import', 'mem0.json', '--yes']));
    expect((await run(['list'])).output).toContain('bees');
    expect(await runJson(['import', 'mem0.json', '--yes'])).toMatchObject({
      added: 0,
      statements: { stored: 1 },
    });
    expect((await run(['import', '--list'])).output).toContain(report.id);
    expect(await run(['import', '--undo', report.id.slice(0, 8)])).toMatchObject({
      exit: 0,
      output: expect.stringMatching(/memories +1/),
    });
    expect((await run(['list'])).output).not.toContain('bees');
  });

  test('an import of a folder reads nothing outside of it', async () => {
    const inside = join(folder, 'memories-of-claude', 'memory');
    await mkdir(inside, { recursive: true });
    await writeFile(join(folder, 'MEMORY.md'), '- The outer gate is blue\n');
    await symlink(join(folder, 'MEMORY.md'), join(inside, '2026-01-01.md'));
    await symlink(folder, join(inside, 'up'));
    await writeFile(join(inside, '2026-01-02.md'), '- The inner gate is green\n');
    const report = await run(['import', 'memories-of-claude', '--dry-run']);
    expect(report).toMatchObject({ exit: 0, output: expect.stringContaining('inner gate') });
    expect(report.output).not.toContain('outer gate');
  });

  test('a task is added, completed and found in its project, which is named, archived and erased', async () => {
    const added = await runJson([
      'add',
      'write the exporter',
      '--project',
      'shop',
      '--category',
      'task',
      '--set',
      'status=doing',
      '--set',
      'relatedFiles=["a.ts"]',
    ]);
    const { memory } = z.object({ memory: z.object({ id: z.string() }) }).parse(added);
    expect(added).toMatchObject({ memory: { metadata: { status: 'doing', relatedFiles: ['a.ts'] } } });
    expect((await run(['edit', memory.id, '--set', 'status=soon'])).errors).toContain('status');
    expect(
      await runJson(['edit', memory.id, '--set', 'status=done', '--set', 'relatedFiles=']),
    ).toMatchObject({
      metadata: { status: 'done', completedAt: expect.any(String) },
    });
    expect((await run(['projects'])).output).toMatch(/^shop +1 +0/m);
    expect(
      await runJson(['projects', 'set', 'shop', '--name', 'The Shop', '--memory-budget', '9']),
    ).toMatchObject({
      name: 'The Shop',
      settings: { memoryBudget: { memories: 9 } },
    });
    await runJson(['projects', 'archive', 'shop']);
    expect(await run(['projects', 'archive', 'shpo'])).toMatchObject({
      exit: 1,
      errors: expect.stringContaining('error (not_found): there is no project shpo'),
    });
    expect((await run(['projects'])).output).not.toContain('shop');
    expect((await run(['projects', 'delete', 'shop'])).exit).toBe(2);
    expect((await run(['projects', 'delete', 'shop', '--confirm', 'chop'])).exit).toBe(1);
    expect(await runJson(['projects', 'delete', 'shop', '--confirm', 'shop'])).toMatchObject({ memories: 1 });
    expect((await run(['projects', 'show', 'shop'])).exit).toBe(1);
  });

  test('sessions show their gists once they are extracted', async () => {
    await runCommand(['chat'], { variables, input: 'hello again\n' });
    const session = (await app!.memory.sessions.list())[0]?.id ?? '';
    await app!.memory.sessions.extract(session);
    await app!.memory.jobs.drain();
    expect((await run(['sessions'])).output).toMatch(/ hello again$/m);
    expect(await runJson(['sessions'])).toContainEqual(
      expect.objectContaining({ id: session, name: 'hello again', gist: 'hello again' }),
    );
    await app!.memory.sessions.update(session, { name: 'A greeting' });
    expect((await run(['sessions'])).output).toMatch(/ A greeting: hello again$/m);
  });

  test('doctor finds nothing wrong', async () => {
    const { exit, output } = await run(['doctor']);
    expect(output).toContain('answers at http://127.0.0.1');
    expect(output).not.toMatch(/^problem/m);
    expect(exit).toBe(0);
  });

  test('every command says which store it works on, but not beside JSON', async () => {
    const line = `store: embedded Postgres under ${variables['DEVAI_DATA']}, by the server at http://127.0.0.1:${variables['PORT']}\n`;
    for (const words of [['list'], ['search', 'port'], ['doctor'], ['stats'], ['show', id.port]]) {
      expect(await run(words)).toMatchObject({ exit: 0, errors: line });
      expect((await run(words)).output).not.toContain('store: ');
      expect((await run([...words, '--json'])).errors).toBe('');
    }
    expect((await runCommand(['chat'], { variables, input: '/help\n' })).errors).toContain(line);
  });

  describe('of another store than the configured one', () => {
    const away = 'postgres://anna:hidden@127.0.0.1:1/nothing';

    test.each([
      [['list']],
      [['search', 'port']],
      [['export']],
      [['import', 'none.jsonl']],
      [['reembed']],
      [['forget', 'abcdef12', '--yes']],
      [['doctor']],
      [['sessions']],
      [['decay']],
      [['chat']],
    ])('%j does not use it', async (words) => {
      await writeFile(join(folder, 'none.jsonl'), '{"kind":"devai-export","version":1}\n');
      const configured = { ...variables, DATABASE_URL: away };
      const called = words[0] === 'chat' ? words : ['memory', ...words];
      const { exit, output, errors } = await runCommand(called, { variables: configured });
      expect(exit).toBe(1);
      expect(errors).toContain('Postgres at localhost:1/nothing');
      expect(errors).toContain(`the server at http://127.0.0.1:${variables['PORT']} has another one`);
      expect(`${output}${errors}`).toContain(words[0] === 'chat' ? 'other_store' : 'database_unavailable');
      expect(`${output}${errors}`).not.toContain('hidden');
    });

    test('it is used all the same when it is named', async () => {
      const configured = { ...variables, DATABASE_URL: away };
      const url = `http://127.0.0.1:${variables['PORT']}`;
      expect((await run(['list', '--url', url])).output).toContain('6543');
      const { output } = await runTool(['list'], { variables: { ...configured, DEVAI_URL: url } });
      expect(output).toContain('6543');
    });

    test('a folder is another store, and is opened', async () => {
      const configured = { ...variables, DEVAI_DATA: join(folder, 'other') };
      const { exit, output, errors } = await runTool(['list'], { variables: configured });
      expect({ exit, output }).toEqual({ exit: 0, output: expect.not.stringContaining('6543') });
      expect(errors).toContain(`store: embedded Postgres under ${join(folder, 'other')}, opened here`);
    });

    test('the same folder by another name is the same store', async () => {
      await symlink(String(variables['DEVAI_DATA']), join(folder, 'link'));
      const configured = { ...variables, DEVAI_DATA: join(folder, 'link') };
      expect((await runTool(['list'], { variables: configured })).errors).toContain('by the server at');
    });

    test('without a configured store, the server at the usual address is used', async () => {
      const { DEVAI_DATA: _, ...others } = variables;
      expect((await runTool(['list'], { variables: { ...others, DATABASE_URL: ' ' } })).output).toContain(
        '6543',
      );
    });
  });

  describe('that does not tell its store', () => {
    const answers: [string, number, object][] = [
      ['older', 200, { status: 'ok', store: { kind: 'postgres', embedder: 'x' } }],
      ['closed', 401, { code: 'unauthorized', status: 401, title: '', type: '', detail: 'send the token' }],
    ];
    test.each(answers)(
      'an %s server does not take the place of a configured store',
      async (_name, status, body) => {
        const other = fastify();
        other.get('/api/health', (_request, reply) => reply.code(status).send(body));
        const url = new URL(await other.listen({ host: '127.0.0.1', port: 0 }));
        const configured = { ...variables, PORT: url.port, DATABASE_URL: 'postgres://127.0.0.1:1/nothing' };
        const { exit, errors } = await runTool(['list'], { variables: configured });
        await other.close();
        expect({ exit, errors }).toEqual({
          exit: 1,
          errors: expect.stringMatching(
            /store: Postgres at localhost:1\/nothing, opened here: .*which store.*\n.*database_unavailable/,
          ),
        });
      },
    );
  });

  test('a given server that is not running is an error, and no other store is used', async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    for (const words of [
      ['list', '--url', nowhere],
      ['doctor', '--url', nowhere],
    ]) {
      const { exit, output, errors } = await run(words);
      expect({ exit, told: `${output}${errors}` }).toEqual({
        exit: 1,
        told: expect.stringContaining('no_answer'),
      });
    }
    const failed = await run(['list', '--url', nowhere, '--json']);
    expect(failed.output).toBe('');
    expect(JSON.parse(failed.errors)).toMatchObject({
      error: { code: 'no_answer', help: expect.any(String) },
    });
  });

  test('an address without an API is an error', async () => {
    const { exit, errors } = await run(['list', '--url', `127.0.0.1:${variables['PORT']}/api`]);
    expect(exit).toBe(1);
    expect(errors).toMatch(/^error \(not_devai\): .*\/api.*\nCheck the address/m);
  });

  test('the error for a store that another process holds names that process', async () => {
    const elsewhere = { ...variables, PORT: '0' };
    const { exit, errors } = await runTool(['list'], { variables: elsewhere });
    expect(exit).toBe(1);
    expect(errors).toContain('error (database_locked)');
    expect(await runTool(['doctor'], { variables: elsewhere })).toMatchObject({
      exit: 1,
      output: expect.stringMatching(/^problem +store .*database_locked/m),
    });
  });
});

describe('without a server', () => {
  let endShortLives: () => void;
  beforeAll(async () => {
    await stopApp();
    endShortLives = startShortLivedEngines();
  });
  afterAll(() => endShortLives());

  test('the store is opened in this process, with the same answers', async () => {
    expect(await runJson(['search', 'staging database'])).toMatchObject({
      hits: [{ memory: { id: id.port } }],
    });
    expect(await runJson(['stats'])).toMatchObject({ memories: { valid: 3 } });
    expect(await runJson(['import', 'all.jsonl'])).toMatchObject({ memory: { added: 0 } });
    const { exit, output, errors } = await run(['doctor']);
    expect({ exit, output }).toEqual({ exit: 0, output: expect.stringContaining('no server runs at') });
    expect(errors).toBe(
      `store: embedded Postgres under ${variables['DEVAI_DATA']}, opened here: no server runs at http://127.0.0.1:${variables['PORT']}\n`,
    );
  });

  test('another program on the server’s port is not mistaken for the server', async () => {
    const other = fastify();
    other.get('/api/health', () => 'hello');
    await other.listen({ host: '127.0.0.1', port: Number(variables['PORT']) });
    try {
      expect(await run(['list'])).toMatchObject({ exit: 0, output: expect.stringContaining('6543') });
    } finally {
      await other.close();
    }
  });

  test('a database that is down is reported, and doctor says what to do', async () => {
    const away = { ...variables, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' };
    expect(await runTool(['list'], { variables: away })).toMatchObject({
      exit: 1,
      output: '',
      errors: expect.stringContaining('database_unavailable'),
    });
    expect(await runTool(['doctor'], { variables: away })).toMatchObject({
      exit: 1,
      output: expect.stringMatching(/^problem +store /m),
    });
  });

  test('a wrong configuration is an error, and a finding of doctor', async () => {
    const wrong = { ...variables, PORT: 'many' };
    expect(await runTool(['list'], { variables: wrong })).toMatchObject({
      exit: 1,
      errors: expect.stringContaining('PORT'),
    });
    expect(await runTool(['doctor'], { variables: wrong })).toMatchObject({
      exit: 1,
      output: expect.stringMatching(/^problem +configuration .*PORT/m),
    });
  });
});

describe('wrong usage', () => {
  test.each([
    [['nonsense'], "unknown command 'nonsense'"],
    [['search'], 'search [options] <text>'],
    [['search', 'two', 'words'], 'quotes'],
    [['list', '--nonsense'], '--nonsense'],
    [['list', '--since', 'soon'], '2026-03-01'],
    [['list', '--limit', '0'], 'whole number'],
    [['list', '--type', 'odd'], 'semantic, episodic, procedural'],
    [['list', '--url', 'ftp://somewhere'], 'address of a server'],
  ])('%j ends with 2 and says %s', async (words, told) => {
    expect(await run(words)).toMatchObject({ exit: 2, output: '', errors: expect.stringContaining(told) });
  });

  test('has help for the program and for each command', async () => {
    const { exit, output } = await run(['help']);
    expect(exit).toBe(0);
    const names = [...output.matchAll(/^ {2}(?!help)([a-z]+) /gm)].map(([, name]) => String(name));
    expect(names).toContain('calibrate');
    for (const name of names) {
      const help = await run(['help', name]);
      expect(help).toEqual({ exit: 0, errors: '', output: expect.stringContaining(`pnpm memory ${name}`) });
      expect(await run([name, '--help'])).toEqual(help);
    }
  });
});

async function startApp(): Promise<App> {
  const config = readConfig(variables);
  app = await createApp({ ...config, logLevel: 'silent' }, { background: false });
  await app.fastify.listen({ host: config.host, port: config.port });
  return app;
}

async function stopApp(): Promise<void> {
  await app?.fastify.close();
  app = null;
}

const run = (words: string[], more: { columns?: number; input?: string } = {}) =>
  runTool(words, { variables, ...more });

const runTool = (words: string[], surroundings: Parameters<typeof runCommand>[1]) =>
  runCommand(['memory', ...words], surroundings);

async function runJson(words: string[]): Promise<unknown> {
  const { exit, output, errors } = await run([...words, '--json']);
  expect({ exit, errors }).toEqual({ exit: 0, errors: '' });
  return JSON.parse(output);
}
