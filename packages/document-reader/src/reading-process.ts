import { fork, type ChildProcess } from 'node:child_process';
import type { Answer, Source } from './answer.ts';
import type { ReadDocument } from './read-document.ts';
import { outOfMemory } from './out-of-memory.ts';
import { UnreadableDocument } from './unreadable-document.ts';

/**
 * The process needs to read files and to start a thread. It cannot write, start programs, make code from strings, or
 * see the environment.
 */
const execArgv = [
  '--permission',
  '--allow-fs-read=*',
  '--allow-worker',
  '--disallow-code-generation-from-strings',
];

/** The process in which files are read. It starts when needed, and does not keep this process alive. */
export function createReadingProcess({
  timeout,
  memory,
  idle,
}: {
  timeout: number;
  memory: number;
  idle: number;
}) {
  let child: ChildProcess | null = null;
  let rest: NodeJS.Timeout | undefined;

  return { read, close };

  /** Reads a file. Do not call it again before it has answered. */
  async function read(source: Source, signal?: AbortSignal): Promise<ReadDocument> {
    signal?.throwIfAborted();
    clearTimeout(rest);
    const running = (child ??= start());
    const { promise, resolve, reject } = Promise.withResolvers<ReadDocument>();
    const give = (answer: Answer): void => {
      if ('document' in answer) resolve(answer.document);
      else if ('reason' in answer) reject(new UnreadableDocument(answer.reason, answer.message));
      else reject(new Error(answer.message));
    };
    const end = (code: number | null, by: string | null): void => reject(whyEnded(code, by));
    const fail = (error: unknown): void => {
      reject(error);
      kill(running);
    };
    const abort = (): void => fail(signal?.reason);
    const timer = setTimeout(
      () =>
        fail(
          new UnreadableDocument(
            'too_slow',
            `The file was not read within ${timeout / 1000} seconds. Split it, or save it as plain text.`,
          ),
        ),
      timeout,
    );
    signal?.addEventListener('abort', abort, { once: true });
    running.once('message', give).once('exit', end).once('error', fail);
    hold(running, true);
    running.send(source, (error) => error && fail(error));
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      running.off('message', give).off('exit', end).off('error', fail);
      hold(running, false);
      if (child === running) rest = setTimeout(() => kill(running), idle).unref();
    }
  }

  function start(): ChildProcess {
    const started = fork(new URL('process-entry.ts', import.meta.url), [String(memory)], {
      execArgv,
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    started.once('exit', () => forget(started));
    // stays when the listeners of a file are removed
    started.on('error', () => forget(started));
    return started;
  }

  function forget(ended: ChildProcess): void {
    if (child === ended) child = null;
  }

  function kill(running: ChildProcess): void {
    forget(running);
    running.kill('SIGKILL');
  }

  async function close(): Promise<void> {
    clearTimeout(rest);
    const running = child;
    if (running === null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.ref();
    kill(running);
    await ended;
  }

  function whyEnded(code: number | null, signal: string | null): Error {
    if (code === outOfMemory || code === 134 || signal === 'SIGABRT') {
      return new UnreadableDocument(
        'too_much_memory',
        `Reading the file takes more than ${memory} MB of memory. Split it, or save it as plain text.`,
      );
    }
    return new Error(`the process that reads files ended (${signal ?? code})`);
  }
}

/** Sets whether this process waits for an answer of the other one before it ends. */
function hold(running: ChildProcess, held: boolean): void {
  if (held) running.ref();
  else running.unref();
  if (held) running.channel?.ref();
  else running.channel?.unref();
}
