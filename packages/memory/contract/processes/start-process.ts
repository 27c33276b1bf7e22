import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { compiledModules, shortLived } from '../../testing/short-lived.ts';

export type StartedProcess = {
  child: ChildProcess;
  /** Whole lines that it wrote so far. */
  lines(): string[];
  /** Resolves with its first line, or at its end. */
  firstLine(): Promise<string | undefined>;
  /** Ends it as kill -9 does and waits until it is gone. */
  kill(): Promise<void>;
};

/** Starts a script of this folder as a process of its own. */
export function startProcess(script: string, ...args: string[]): StartedProcess {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [...shortLived, path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...compiledModules },
  });
  const ended = once(child, 'close');
  let written = '';
  child.stdout.on('data', (chunk: Buffer) => {
    written += chunk.toString();
  });
  const lines = () => written.split('\n').slice(0, -1);
  return {
    child,
    lines,
    async firstLine() {
      while (lines().length === 0 && child.exitCode === null && child.signalCode === null) {
        await Promise.race([once(child.stdout, 'data'), ended]);
      }
      return lines()[0];
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
