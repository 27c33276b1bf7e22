import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPgliteDatabase, type MemoryOptionOverrides } from '@devai/memory';
import { compiledModules } from '@devai/memory/testing';
import { embeddingsOf } from './embeddings-of.ts';

export type ServerProcess = {
  url: string;
  pid: number;
  output: () => string;
  isRunning: () => boolean;
  /** Sends its imported script a message. */
  tell: (message: string) => void;
  kill: () => Promise<void>;
  /** Ends it in order. Gives its exit code; null: it had to be killed. */
  stop: () => Promise<number | null>;
};

export type ServerFolder = { path: string; remove: () => Promise<void> };

/** Milliseconds that an orderly end may take. */
const longestStop = 20_000;

let migrated: Promise<string> | undefined;

/** A folder for a server's workspace and store. The empty store is copied from one that is made once, because making it takes seconds. */
export async function makeServerFolder(): Promise<ServerFolder> {
  migrated ??= makeStore();
  const path = await mkdtemp(join(tmpdir(), 'devai-test-'));
  await cp(await migrated, join(path, 'data'), { recursive: true });
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

async function makeStore(): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), 'devai-test-store-'));
  const database = await openPgliteDatabase({ folder: join(data, 'store') });
  await database.close();
  process.once('exit', () => rmSync(data, { recursive: true, force: true }));
  return data;
}

/** Starts the server on a free port over a folder and waits until it listens. */
export async function startServer(
  folder: ServerFolder,
  settings: {
    options?: MemoryOptionOverrides;
    environment?: Record<string, string>;
    /** It runs for minutes, so that V8 shall optimise the engine of its embedded store. */
    isLong?: boolean;
    /** A script that runs in the process before the server, and who hears what it sends. */
    imported?: { script: string; hear: (message: unknown) => void };
  } = {},
): Promise<ServerProcess> {
  const { options = {}, imported } = settings;
  const script = join(import.meta.dirname, 'start-server.ts');
  const before = imported ? ['--import', imported.script] : [];
  const words = [JSON.stringify(options), ...(settings.isLong === true ? ['long'] : [])];
  const child = spawn(process.execPath, [...before, script, ...words], {
    env: {
      PATH: process.env['PATH'],
      ...compiledModules,
      PORT: '0',
      DEVAI_DATA: join(folder.path, 'data'),
      WORKSPACE_ROOT: join(folder.path, 'taskforge'),
      ...embeddingsOf(settings.environment),
      ...settings.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  if (imported) child.on('message', imported.hear);
  const output = collectOutput(child);
  const port = await waitForPort(child, output);
  const ended = once(child, 'exit');
  return {
    url: `ws://127.0.0.1:${port}/ws/chat`,
    pid: child.pid ?? 0,
    output,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    tell: (message) => void child.send(message),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async stop() {
      child.kill('SIGTERM');
      const overdue = setTimeout(() => child.kill('SIGKILL'), longestStop);
      await ended;
      clearTimeout(overdue);
      return child.exitCode;
    },
  };
}

function collectOutput(child: ChildProcess): () => string {
  let text = '';
  const add = (chunk: unknown) => (text += String(chunk));
  child.stdout?.on('data', add);
  child.stderr?.on('data', add);
  return () => text;
}

async function waitForPort(child: ChildProcess, output: () => string): Promise<string> {
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    const port = /^listening (\d+)$/m.exec(output())?.[1];
    if (port) return port;
    if (child.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  child.kill('SIGKILL');
  throw new Error(`the server did not start: ${output()}`);
}
