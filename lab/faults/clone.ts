import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `code` is null if the run was ended because its time was up. */
export type Run = { code: number | null; output: string };

/**
 * Clones a repository at a commit into a temporary folder. When this process ends (except by SIGKILL), the folder is removed and the
 * processes that run in it are ended.
 */
export function makeClone(repository: string, commit: string) {
  const folder = mkdtempSync(join(tmpdir(), 'devai-mutations-'));
  let running: number | undefined;
  process.once('exit', () => {
    killRunning();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  execFileSync('git', ['clone', '--quiet', repository, folder]);
  execFileSync('git', ['checkout', '--quiet', commit], { cwd: folder });
  return { folder, pnpm };

  /** Runs pnpm in the clone, for at most `minutes`. One call at a time. */
  function pnpm(words: string[], minutes: number): Promise<Run> {
    return new Promise((resolve, reject) => {
      const child = spawn('npx', ['--yes', 'pnpm', ...words], {
        cwd: folder,
        env: { ...process.env, NO_COLOR: '1' },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true, // a group of its own, so that what it starts ends with it
      });
      running = child.pid;
      const timer = setTimeout(killRunning, minutes * 60_000);
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text) => (output += String(text)));
      child.once('error', reject);
      child.once('close', (code) => {
        clearTimeout(timer);
        running = undefined;
        resolve({ code, output });
      });
    });
  }

  function killRunning(): void {
    if (running !== undefined) process.kill(-running, 'SIGKILL');
  }
}
