import { Worker } from 'node:worker_threads';
import type { Meaning } from './sentence-model.ts';
import type { Answer, Request, WorkerSettings } from './worker.ts';

type Waiting = { resolve: (meanings: Meaning[]) => void; reject: (error: unknown) => void };

/**
 * Returns a model in a thread that the first request starts, and the next one after it ended. It does not keep the
 * process alive.
 */
export function createModelThread(settings: WorkerSettings) {
  let worker: Worker | null = null;
  let count = 0;
  const waiting = new Map<number, Waiting>();

  return { embed, close };

  /** Embeds texts. Throws an `Error` that says what went wrong, and the reason of an aborted signal. */
  async function embed(texts: string[], signal?: AbortSignal): Promise<Meaning[]> {
    signal?.throwIfAborted();
    const thread = (worker ??= start());
    const number = (count += 1);
    const { promise, resolve, reject } = Promise.withResolvers<Meaning[]>();
    const abort = (): void => {
      thread.postMessage({ number } satisfies Request);
      reject(signal?.reason);
    };
    waiting.set(number, { resolve, reject });
    signal?.addEventListener('abort', abort, { once: true });
    thread.ref();
    thread.postMessage({ number, texts } satisfies Request);
    try {
      return await promise;
    } finally {
      signal?.removeEventListener('abort', abort);
      waiting.delete(number);
      if (waiting.size === 0) thread.unref();
    }
  }

  function start(): Worker {
    // a thread of a file rejects flags of `node -e`
    const thread = new Worker(new URL('worker.ts', import.meta.url), { workerData: settings, execArgv: [] });
    const end = (why: string): void => {
      // after an error the thread also exits, and another one may already be running
      if (worker !== thread) return;
      worker = null;
      for (const { reject } of waiting.values()) reject(new Error(why));
    };
    thread.on('message', (answer: Answer) => {
      const asked = waiting.get(answer.number);
      if ('error' in answer) asked?.reject(new Error(answer.error));
      else asked?.resolve(answer.meanings);
    });
    thread.on('error', (error) => end(error instanceof Error ? error.message : String(error)));
    thread.on('exit', () => end('the thread of the model ended'));
    return thread;
  }

  async function close(): Promise<void> {
    await worker?.terminate();
  }
}
