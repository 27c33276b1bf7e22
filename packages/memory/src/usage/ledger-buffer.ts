import type { EmbeddingModel, Log } from '../ports.ts';
import type { UsageEntry } from '../store/ledger.ts';
import type { Store } from '../store/store.ts';

/** The ledger's entry for the vectors of memories that no session waits for. */
export const embeddingEntry = ({ id }: EmbeddingModel, tokens: number, jobId: string | null): UsageEntry => ({
  operation: 'embed_memory',
  model: id,
  inputTokens: tokens,
  outputTokens: 0,
  sessionId: null,
  jobId,
});

/** Milliseconds that entries wait for others: a turn's then need one call of the store. */
const longestWait = 2_000;

/**
 * Enters model and embedding calls outside jobs in the ledger, some together, without delaying the caller that waits for the answer.
 * A process that is killed loses those of the last two seconds. Failures are logged; it never throws.
 */
export function createLedgerBuffer({ store, log }: { store: Pick<Store, 'recordUsage'>; log: Log }) {
  let waiting: UsageEntry[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  return {
    /** Returns at once. Free calls leave no entry. */
    note(entries: UsageEntry[]): void {
      waiting.push(...entries.filter(({ inputTokens, outputTokens }) => inputTokens + outputTokens > 0));
      if (waiting.length > 0) timer ??= setTimeout(() => void flush(), longestWait).unref();
    },
    /** Resolves when all entries are stored. */
    flush,
  };

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  async function write(): Promise<void> {
    const entries = waiting;
    waiting = [];
    if (entries.length === 0) return;
    await store
      .recordUsage(entries)
      .catch((error: unknown) => log.warn({ err: error, entries }, 'calls are missing from the ledger'));
  }
}
