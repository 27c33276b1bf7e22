import { createReadingProcess } from './reading-process.ts';
import type { ReadDocument } from './read-document.ts';
import { UnreadableDocument } from './unreadable-document.ts';

export type DocumentReaderOptions = {
  /** Milliseconds for one file. Default: 10,000. */
  timeout?: number;
  /** Megabytes of the heap that a file is read in. Default: 512, in which 20 MB of HTML do not fit. */
  memory?: number;
  /** Bytes of the largest file. Default: 50 MiB. */
  largest?: number;
  /** Milliseconds after which a process without work ends. Default: 30,000. */
  idle?: number;
};

export type DocumentReader = ReturnType<typeof createDocumentReader>;

/**
 * Reads files, one at a time, in a process of its own that starts with the first file: a thread that runs out of memory often takes its
 * whole process along. Nothing is fetched, whatever a file names.
 */
export function createDocumentReader({
  timeout = 10_000,
  memory = 512,
  largest = 50 * 2 ** 20,
  idle = 30_000,
}: DocumentReaderOptions = {}) {
  const reading = createReadingProcess({ timeout, memory, idle });
  /** The end of the last file. */
  let last: Promise<unknown> = Promise.resolve();

  return {
    /**
     * The text of a file. `path` and `mediaType` are hints: content decides first. Throws an `UnreadableDocument`, the reason of an
     * aborted signal, and an `Error` when the reader is closed meanwhile or its process does not run.
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
          `The file has ${mebibytes(bytes.byteLength)}, more than the ${mebibytes(largest)} that are read. Split it.`,
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

/** A file that waits for its turn is given up at once. */
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
