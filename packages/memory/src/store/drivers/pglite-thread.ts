import { Worker } from 'node:worker_threads';
import { errorCodes, MemoryError, messageOf, type ErrorCode } from '../../errors.ts';
import { ownFile } from '../../own-file.ts';
import { missingPeer } from '../../missing-peer.ts';
import type { Log } from '../../ports.ts';
import type { Answer, Request, StoreSettings } from './pglite-worker.ts';
import type { Row, StoreEngine } from './store-engine.ts';

/**
 * Opens an embedded store in a thread of its own, so that this one continues while the engine computes. It does not keep the process alive
 * when no query is under way. Throws what opening and migrating throw, and an `Error` when the thread ended.
 */
export async function openStoreThread(settings: StoreSettings, log?: Log): Promise<StoreEngine> {
  const beside = () => new URL('pglite-worker.ts', import.meta.url);
  const worker = new Worker(ownFile(beside, 'store/drivers/pglite-worker'), {
    workerData: settings,
    // flags of `node -e` are refused by a thread of a file
    execArgv: [],
    // the garbage of a call is short-lived
    resourceLimits: { maxYoungGenerationSizeMb: 16 },
  });
  const waiting = new Map<number, PromiseWithResolvers<Row[]>>();
  let ended: Error | null = null;
  let count = 0;

  worker.on('message', (answer: Answer) => {
    if ('level' in answer) return log?.[answer.level](answer.fields, answer.text);
    const asked = waiting.get(answer.number);
    if ('error' in answer) asked?.reject(errorWithCode(answer.error, answer.code));
    else asked?.resolve(answer.rows);
  });
  const end = (why: Error): void => {
    ended ??= why;
    for (const { reject } of waiting.values()) reject(ended);
  };
  worker.on('error', (error) =>
    end(missingPeer('the embedded store', error) ?? threadEnded(`: ${messageOf(error)}`, error)),
  );
  worker.on('exit', () => end(threadEnded('')));

  try {
    await answerTo(0);
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  return {
    query: (sql, parameters = []) => ask({ sql, parameters }),
    async end() {
      try {
        if (ended === null) await ask({});
      } finally {
        await worker.terminate();
      }
    },
  };

  async function ask(request: Omit<Request, 'number'>): Promise<Row[]> {
    if (ended) throw ended;
    const number = (count += 1);
    worker.postMessage({ number, ...request } satisfies Request);
    return answerTo(number);
  }

  async function answerTo(number: number): Promise<Row[]> {
    const waits = Promise.withResolvers<Row[]>();
    waiting.set(number, waits);
    worker.ref();
    try {
      return await waits.promise;
    } finally {
      waiting.delete(number);
      if (waiting.size === 0) worker.unref();
    }
  }
}

const threadEnded = (why: string, cause?: unknown) =>
  new MemoryError('database_unavailable', `the store is down: its thread ended${why}; restart the process`, {
    cause,
    isRetryable: false,
  });

/** As the thread threw it. */
function errorWithCode(error: unknown, code: unknown): Error {
  const cause = error instanceof Error ? error : new Error(String(error));
  return isErrorCode(code)
    ? new MemoryError(code, cause.message, { cause: cause.cause })
    : Object.assign(cause, { code });
}

const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && code in errorCodes;
