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
    return true;
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
  expect(names.filter((name) => !ofShell.includes(name)).toSorted()).toEqual(['NO_COLOR', 'PATH', 'TERM']);
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

it('ends with all that it started at its time limit', async () => {
  const { ok, content } = await run('sleep 60 & echo $! > pid; wait', { seconds: 1 });
  expect(ok).toBe(false);
  expect(content).toContain('ended at its time limit of 1 s');
  await ended(Number(await readFile(join(root, 'pid'), 'utf8')));
});

it('ends with all that it started, also what ignores the request to, when it is cancelled', async () => {
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

it('leaves nothing behind when it ends', async () => {
  const { ok } = await run('sleep 60 & echo $! > pid');
  expect(ok).toBe(true);
  await ended(Number(await readFile(join(root, 'pid'), 'utf8')));
});
