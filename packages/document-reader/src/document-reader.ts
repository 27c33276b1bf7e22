import { createReadingProcess } from './reading-process.ts';
import type { ReadDocument } from './read-document.ts';

export type DocumentReaderOptions = {
  /** Milliseconds for one file. Default: 10,000. */
  timeout?: number;
  /** Megabytes of the heap in which a file is read. Default: 512, which is too little for 20 MB of HTML. */
  memory?: number;
  /** Milliseconds after which an idle process ends. Default: 30,000. */
  idle?: number;
};

/** Milliseconds for which a file has the reader to itself: the next one waits no longer, but is read beside it. */
const patience = 1_000;

export type DocumentReader = ReturnType<typeof createDocumentReader>;

/**
 * Reads files, one at a time or beside one slow file, in separate processes that start when needed, because a thread
 * that runs out of memory often takes its whole process along. Never fetches anything that a file refers to.
 */
export function createDocumentReader({
  timeout = 10_000,
  memory = 512,
  idle = 30_000,
}: DocumentReaderOptions = {}) {
  const first = { process: createReadingProcess({ timeout, memory, idle }), isReading: false };
  const second = { process: createReadingProcess({ timeout, memory, idle }), isReading: false };
  /** Resolves with the process for the next file. */
  let next = Promise.resolve(first);

  return {
    /**
     * Reads the text of a file. `path` and `mediaType` are hints: the content decides first. Throws an
     * `UnreadableDocument`, an `Error` if the reader is closed meanwhile or its process does not run, and the reason
     * of a signal that is aborted before or during its turn.
     */
    read(
      bytes: Uint8Array,
      { path, mediaType, signal }: { path: string; mediaType?: string; signal?: AbortSignal },
    ): Promise<ReadDocument> {
      const turn = next;
      const { promise, resolve } = Promise.withResolvers<typeof first>();
      next = promise;
      return turn.then(async (free) => {
        // a slow file that is read by now needs no second process beside the first
        const own = first.isReading ? free : first;
        const other = own === first ? second : first;
        const slow = setTimeout(() => other.isReading || resolve(other), patience);
        own.isReading = true;
        try {
          return await own.process.read({ bytes, path, mediaType }, signal);
        } finally {
          own.isReading = false;
          clearTimeout(slow);
          resolve(own);
        }
      });
    },
    /** Ends the processes. A later file starts another one. */
    async close(): Promise<void> {
      await Promise.all([first.process.close(), second.process.close()]);
    },
  };
}
