import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it.each([
  ['', 'sh -c "echo \\$\\$ > pid; exec sleep 60"'],
  [' with what it started in a session of its own', 'setsid sh -c "echo \\$\\$ > pid; exec sleep 60"'],
  [
    ' though it ignores the request to',
    `setsid sh -c "trap '' TERM HUP; echo \\$\\$ > pid; sleep 60; sleep 60"`,
  ],
])('a command ends with its server%s, also when that is killed', async (_, start) => {
  const root = await mkdtemp(join(tmpdir(), 'devai-shell-'));
  try {
    const module = JSON.stringify(join(import.meta.dirname, 'shell.ts'));
    const command = `${start} & wait`;
    const script = `import { openShell } from ${module};
      await openShell({ folder: ${JSON.stringify(root)}, env: { PATH: process.env.PATH } }).run(${JSON.stringify(command)},
        { seconds: 60, signal: new AbortController().signal, onOutput() {} });`;
    const server = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
      stdio: 'ignore',
    });
    const pidOf = () => readFile(join(root, 'pid'), 'utf8').catch(() => '');
    await expect.poll(pidOf).not.toBe('');
    const pid = Number(await pidOf());
    process.kill(pid, 0);
    server.kill('SIGKILL');
    await once(server, 'exit');
    const isAlive = () => {
      try {
        process.kill(pid, 0);
        return true;
      } catch {
        return false;
      }
    };
    await expect.poll(isAlive).toBe(false);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
