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

export type DocumentReader = ReturnType<typeof createDocumentReader>;

/**
 * Reads files, one at a time, in a separate process that starts with the first file, because a thread that runs out
 * of memory often takes its whole process along. Never fetches anything that a file refers to.
 */
export function createDocumentReader({
  timeout = 10_000,
  memory = 512,
  idle = 30_000,
}: DocumentReaderOptions = {}) {
  const reading = createReadingProcess({ timeout, memory, idle });
  /** Resolves after the last file. */
  let last: Promise<unknown> = Promise.resolve();

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
      const turn = last.then(() => reading.read({ bytes, path, mediaType }, signal));
      last = turn.catch(() => {});
      return turn;
    },
    /** Ends the process. A later file starts another one. */
    close: reading.close,
  };
}
