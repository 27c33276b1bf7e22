import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRunCommand } from './run-command.ts';
import { openShell } from './shell.ts';
import { runTool } from './run-tool.ts';
import { openWorkspace } from './workspace.ts';

let root: string;
let streamed: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'devai-shell-'));
  streamed = '';
});
afterEach(() => rm(root, { recursive: true, force: true }));

const run = (command: string, { seconds = 20, signal = new AbortController().signal } = {}) =>
  runTool(
    [createRunCommand(openShell({ folder: root, env: { PATH: process.env['PATH'] ?? '' } }), 'on')],
    { id: '1', name: 'run_command', arguments: JSON.stringify({ command, seconds }) },
    {
      workspace: openWorkspace(root),
      memory: {
        remember: () => Promise.reject(new Error('not used')),
        recall: () => Promise.reject(new Error('not used')),
        forget: () => Promise.reject(new Error('not used')),
        readDocument: () => Promise.reject(new Error('not used')),
        setState: () => Promise.reject(new Error('not used')),
        publish: () => Promise.reject(new Error('not used')),
        listShared: () => Promise.reject(new Error('not used')),
      },
      sessionId: '00000000-0000-4000-8000-000000000001',
      project: null,
      signal,
      onOutput: (text) => {
        streamed += text;
      },
    },
    async () => ({ refusal: null, note: null }),
  );

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // what has ended stays listed until its parent has seen it
    return !(existsSync('/proc') && / [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')));
  } catch {
    return false;
  }
};

/** Resolves when a process has ended; fails after 5 s. */
async function ended(pid: number): Promise<void> {
  await expect.poll(() => isAlive(pid), { timeout: 5_000 }).toBe(false);
}

it('returns what a command in the workspace wrote, with its exit code, and streams it', async () => {
  const { ok, content } = await run('echo one; echo two >&2; pwd');
  expect(ok).toBe(true);
  expect(content).toContain('one\n');
  expect(content).toContain('two\n');
  expect(content).toContain(root);
  expect(content).toMatch(/\[exit code 0, [\d.]+ s\]$/);
  expect(streamed).toContain('one\n');
  const failed = await run('echo oops; exit 3');
  expect(failed).toMatchObject({ ok: false, content: expect.stringMatching(/^oops\n\[exit code 3,/) });
});

it("has none of the server's variables, and no input", async () => {
  const { content } = await run('env; cat; echo end');
  const names = content.split('\n').flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? []);
  const ofShell = ['PWD', 'OLDPWD', 'SHLVL', '_'];
  expect(names.filter((name) => !ofShell.includes(name)).toSorted()).toEqual([
    'DEVAI_COMMAND',
    'NO_COLOR',
    'PATH',
    'TERM',
  ]);
  expect(content).toContain('end');
});

it('keeps the beginning and the end of a long output', async () => {
  const { content } = await run(
    'echo begin; i=0; while [ $i -lt 20000 ]; do echo line$i; i=$((i+1)); done; echo end',
  );
  expect(content.length).toBeLessThan(31_000);
  expect(content).toMatch(/^begin\nline0\n/);
  expect(content).toMatch(/\n\[… \d+ characters cut …\]\n/);
  expect(content).toMatch(/line19999\nend\n\[exit code 0/);
  expect(streamed.length).toBeLessThanOrEqual(15_000);
});

it('ends with everything that it started at its time limit', async () => {
  const { ok, content } = await run('sleep 60 & echo $! > pid; wait', { seconds: 1 });
  expect(ok).toBe(false);
  expect(content).toContain('ended at its time limit of 1 s');
  await ended(Number(await readFile(join(root, 'pid'), 'utf8')));
});

it('ends with everything that it started when it is cancelled, even processes that ignore the request', async () => {
  const abort = new AbortController();
  const running = run("trap '' TERM; sh -c \"trap '' TERM; echo \\$\\$ > pid; sleep 60\"", {
    signal: abort.signal,
  });
  await expect
    .poll(() => readFile(join(root, 'pid'), 'utf8').catch(() => ''), { timeout: 5_000 })
    .not.toBe('');
  const pid = Number(await readFile(join(root, 'pid'), 'utf8'));
  abort.abort();
  expect((await running).ok).toBe(false);
  await ended(pid);
});

/** Sleeps in a process that writes its id when it has begun. */
const sleeper = `sh -c 'echo $$ > pid; exec sleep 60'`;
const isBegun = 'until [ -s pid ]; do sleep 0.01; done';
/** Ways to leave it behind. */
const leaving = {
  'in the background': `${sleeper} & ${isBegun}`,
  'in a session of its own': `setsid ${sleeper} & ${isBegun}`,
  'without a hang-up': `nohup ${sleeper} >/dev/null 2>&1 & ${isBegun}`,
  'forked twice': `(setsid sh -c "${sleeper.replaceAll('$', '\\$')} >/dev/null 2>&1 &" &); ${isBegun}`,
  'in a group and without variables': `set -m; env -i ${sleeper} & ${isBegun}`,
  'replacing its program': `echo 'echo $$ > pid; [ $1 -lt 30 ] && exec sh again $(($1 + 1)); exec sleep 60' > again; setsid sh again 0 & ${isBegun}`,
  'ignoring signals': `setsid sh -c "trap '' TERM HUP; echo \\$\\$ > pid; sleep 60; sleep 60" & ${isBegun}`,
};
const pidOf = async () => Number(await readFile(join(root, 'pid'), 'utf8').catch(() => '0'));

it.each(Object.entries(leaving))('leaves nothing behind %s when it ends', async (_, command) => {
  const began = performance.now();
  expect(await run(command)).toMatchObject({ ok: true });
  expect(performance.now() - began).toBeLessThan(10_000);
  await ended(await pidOf());
});

it.each(Object.entries(leaving))('leaves nothing behind %s at its time limit', async (_, command) => {
  const { content } = await run(`${command}; sleep 60`, { seconds: 1 });
  expect(content).toContain('ended at its time limit of 1 s');
  await ended(await pidOf());
});

it('returns what it wrote until it was cancelled, and leaves nothing behind in its own session', async () => {
  const abort = new AbortController();
  const running = run(`echo begun; setsid ${sleeper} & wait`, { signal: abort.signal });
  await expect.poll(pidOf, { timeout: 5_000 }).not.toBe(0);
  await expect.poll(() => streamed, { timeout: 5_000 }).toContain('begun');
  abort.abort();
  expect(await running).toMatchObject({
    ok: false,
    content: expect.stringMatching(/^begun\n\[cancelled by the user, [\d.]+ s\]$/),
  });
  await ended(await pidOf());
});

it('ends though a process that cannot be found holds its output open', async () => {
  const began = performance.now();
  const { content } = await run(`echo seen; setsid env -i ${sleeper} & ${isBegun}`);
  process.kill(await pidOf(), 'SIGKILL');
  expect(content).toMatch(/^seen\n\[exit code 0/);
  expect(performance.now() - began).toBeLessThan(10_000);
});

it('returns megabytes without a line end, and bytes that are not text, as text', async () => {
  const long = await run("head -c 20000000 /dev/zero | tr '\\0' x; echo end");
  expect(long.content).toMatch(/^x{15000}\n\[… 19\d+ characters cut …\]\nx+end\n\[exit code 0/);
  const binary = await run("printf 'a\\000\\377b'");
  expect(binary).toMatchObject({ ok: true, content: expect.stringMatching(/^a\0?\ufffd+b\n\[exit code 0/) });
});
