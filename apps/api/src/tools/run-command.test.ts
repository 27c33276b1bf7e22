import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, vi } from 'vitest';
import { allow, toolContext } from '../../tests/tool-context.ts';
import { createRunCommand } from './run-command.ts';
import { openShell } from './shell.ts';
import { runTool } from './run-tool.ts';
import { openWorkspace } from './workspace.ts';

type Options = { seconds?: number; signal?: AbortSignal };
type Run = (command: string, options?: Options) => ReturnType<typeof runTool>;

/**
 * Each test has its own folder and its own tool, so that they run side by side: most of them only wait. `pidOf` returns the
 * number in the file `pid`, or 0, and `ended` resolves when the process of that number, which was begun, has ended.
 */
const it = test
  .extend('root', async ({ onTestFinished }) => {
    const root = await mkdtemp(join(tmpdir(), 'devai-shell-'));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    return root;
  })
  .extend('pidOf', ({ root }) => async () => {
    return Number(await readFile(join(root, 'pid'), 'utf8').catch(() => '0'));
  })
  .extend('ended', ({ pidOf }) => async () => {
    const pid = await pidOf();
    if (pid === 0) throw new Error('nothing was begun');
    await vi.waitUntil(() => !isAlive(pid), { timeout: 20_000 });
  })
  .extend('output', () => ({ streamed: '' }))
  .extend('run', ({ root, output }): Run => {
    const tool = createRunCommand(
      openShell({ folder: root, env: { PATH: process.env['PATH'] ?? '' } }),
      'on',
    );
    return (command, { seconds = 20, signal = new AbortController().signal } = {}) =>
      runTool(
        [tool],
        { id: '1', name: 'run_command', arguments: JSON.stringify({ command, seconds }) },
        toolContext({
          workspace: openWorkspace(root),
          signal,
          onOutput: (text) => {
            output.streamed += text;
          },
        }),
        allow,
      );
  }).concurrent;

it('returns what a command in the workspace wrote, with its exit code, and streams it', async ({
  root,
  run,
  output,
  expect,
}) => {
  const { ok, content } = await run('echo one; echo two >&2; pwd');
  expect(ok).toBe(true);
  expect(content).toContain('one\n');
  expect(content).toContain('two\n');
  expect(content).toContain(root);
  expect(content).toMatch(/\[exit code 0, [\d.]+ s\]$/);
  expect(output.streamed).toContain('one\n');
  const failed = await run('echo oops; exit 3');
  expect(failed).toMatchObject({ ok: false, content: expect.stringMatching(/^oops\n\[exit code 3,/) });
});

it("has none of the server's variables, and no input", async ({ run, expect }) => {
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

it('keeps the beginning and the end of a long output', async ({ run, output, expect }) => {
  const { content } = await run(
    'echo begin; i=0; while [ $i -lt 20000 ]; do echo line$i; i=$((i+1)); done; echo end',
  );
  expect(content.length).toBeLessThan(31_000);
  expect(content).toMatch(/^begin\nline0\n/);
  expect(content).toMatch(/\n\[… \d+ characters cut …\]\n/);
  expect(content).toMatch(/line19999\nend\n\[exit code 0/);
  expect(output.streamed.length).toBeLessThanOrEqual(15_000);
});

it('ends with everything that it started at its time limit', async ({ run, ended, expect }) => {
  const { ok, content } = await run('sleep 60 & echo $! > pid; wait', { seconds: 1 });
  expect(ok).toBe(false);
  expect(content).toContain('ended at its time limit of 1 s');
  await ended();
});

it('ends with everything that it started when it is cancelled, even processes that ignore the request', async ({
  run,
  pidOf,
  ended,
  expect,
}) => {
  const abort = new AbortController();
  const running = run("trap '' TERM; sh -c \"trap '' TERM; echo \\$\\$ > pid; sleep 60\"", {
    signal: abort.signal,
  });
  await expect.poll(pidOf).not.toBe(0);
  abort.abort();
  expect((await running).ok).toBe(false);
  await ended();
});

/** Sleeps in a process that writes its id when it has begun: longer than a test may take, so that a command that waits for it fails. */
const sleeper = `sh -c 'echo $$ > pid; exec sleep 60'`;
const isBegun = 'until [ -s pid ]; do sleep 0.01; done';
/** Ways to leave it behind. */
const leaving = {
  'in the background': `${sleeper} & ${isBegun}`,
  'in a session of its own': `setsid ${sleeper} & ${isBegun}`,
  'without a hang-up': `nohup ${sleeper} >/dev/null 2>&1 & ${isBegun}`,
  'forked twice': `(setsid sh -c "${sleeper.replaceAll('$', '\\$')} >/dev/null 2>&1 &" &); ${isBegun}`,
  'in a group and without variables': `set -m; env -i ${sleeper} & ${isBegun}`,
  'replacing its program': `echo '[ -s pid ] || echo $$ > pid; [ $1 -lt 30 ] && exec sh again $(($1 + 1)); exec sleep 60' > again; setsid sh again 0 & ${isBegun}`,
  'ignoring signals': `setsid sh -c "trap '' TERM HUP; echo \\$\\$ > pid; sleep 60; sleep 60" & ${isBegun}`,
};

it.for(Object.entries(leaving))(
  'leaves nothing behind %s when it ends',
  async ([, command], { run, ended, expect }) => {
    expect(await run(command)).toMatchObject({ ok: true });
    await ended();
  },
);

it.for(Object.entries(leaving))(
  'leaves nothing behind %s at its time limit',
  async ([, command], { run, ended, expect }) => {
    const { content } = await run(`${command}; sleep 60`, { seconds: 1 });
    expect(content).toContain('ended at its time limit of 1 s');
    await ended();
  },
);

it('returns what it wrote until it was cancelled, and leaves nothing behind in its own session', async ({
  run,
  output,
  pidOf,
  ended,
  expect,
}) => {
  const abort = new AbortController();
  const running = run(`echo begun; setsid ${sleeper} & wait`, { signal: abort.signal });
  await expect.poll(pidOf).not.toBe(0);
  await expect.poll(() => output.streamed).toContain('begun');
  abort.abort();
  expect(await running).toMatchObject({
    ok: false,
    content: expect.stringMatching(/^begun\n\[cancelled by the user, [\d.]+ s\]$/),
  });
  await ended();
});

it('ends though a process that cannot be found holds its output open', async ({ run, pidOf, expect }) => {
  const { content } = await run(`echo seen; setsid env -i ${sleeper} & ${isBegun}`);
  const pid = await pidOf();
  expect(isAlive(pid)).toBe(true);
  process.kill(pid, 'SIGKILL');
  expect(content).toMatch(/^seen\n\[exit code 0/);
});

it('returns megabytes without a line end, and bytes that are not text, as text', async ({ run, expect }) => {
  const long = await run("head -c 20000000 /dev/zero | tr '\\0' x; echo end");
  expect(long.content).toMatch(/^x{15000}\n\[… 19\d+ characters cut …\]\nx+end\n\[exit code 0/);
  const binary = await run("printf 'a\\000\\377b'");
  expect(binary).toMatchObject({ ok: true, content: expect.stringMatching(/^a\0?\ufffd+b\n\[exit code 0/) });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // what has ended stays listed until its parent has seen it
    return !(existsSync('/proc') && / [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')));
  } catch {
    return false;
  }
}
