import { createReadingProcess } from './reading-process.ts';
import type { ReadDocument } from './read-document.ts';
import { UnreadableDocument } from './unreadable-document.ts';

export type DocumentReaderOptions = {
  /** Milliseconds for one file. Default: 10,000. */
  timeout?: number;
  /** Megabytes of the heap in which a file is read. Default: 512, which is too little for 20 MB of HTML. */
  memory?: number;
  /** Bytes of the largest file that is read. Default: 50 MiB. */
  largest?: number;
  /** Milliseconds after which an idle process ends. Default: 30,000. */
  idle?: number;
};

export type DocumentReader = ReturnType<typeof createDocumentReader>;

/**
 * Reads files, one at a time, in a separate process that starts with the first file, because a thread that runs out
 * of memory often takes its whole process along. Never fetches anything that a file refers to.
 */
export function createDocumentReader({
  timeout = 10_000,
  memory = 512,
  largest = 50 * 2 ** 20,
  idle = 30_000,
}: DocumentReaderOptions = {}) {
  const reading = createReadingProcess({ timeout, memory, idle });
  /** Resolves after the last file. */
  let last: Promise<unknown> = Promise.resolve();

  return {
    /**
     * Reads the text of a file. `path` and `mediaType` are hints: the content decides first. Throws an
     * `UnreadableDocument`, the reason of an aborted signal, and an `Error` if the reader is closed meanwhile or its
     * process does not run.
     */
    async read(
      bytes: Uint8Array,
      { path, mediaType, signal }: { path: string; mediaType?: string; signal?: AbortSignal },
    ): Promise<ReadDocument> {
      signal?.throwIfAborted();
      if (bytes.byteLength === 0) throw new UnreadableDocument('empty', 'The file is empty.');
      if (bytes.byteLength > largest) {
        const mebibytes = (size: number): string => `${Math.ceil((size / 2 ** 20) * 10) / 10} MiB`;
        throw new UnreadableDocument(
          'too_large',
          `The file has ${mebibytes(bytes.byteLength)}, more than the ${mebibytes(largest)} that can be read. Split it.`,
        );
      }
      const turn = last.then(() => reading.read({ bytes, path, mediaType }, signal));
      last = turn.catch(() => {});
      return untilAborted(turn, signal);
    },
    /** Ends the process. A later file starts another one. */
    close: reading.close,
  };
}

/** Gives up at once on a file that waits for its turn. */
async function untilAborted<T>(turn: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (signal === undefined) return turn;
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([turn, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
