import type { EmbeddingModel, Log } from '../ports.ts';
import type { UsageEntry } from '../store/ledger.ts';
import type { Store } from '../store/store.ts';

type EmbeddingEntry = Pick<UsageEntry, 'model' | 'inputTokens' | 'sessionId'> & {
  operation: Extract<UsageEntry['operation'], 'embed_query' | 'embed_memory'>;
};

/** The ledger's entry for the vectors of memories that no session waits for. */
export const embeddingEntry = ({ id }: EmbeddingModel, tokens: number, jobId: string | null): UsageEntry => ({
  operation: 'embed_memory',
  model: id,
  inputTokens: tokens,
  outputTokens: 0,
  sessionId: null,
  jobId,
});

/**
 * Records embedding requests outside jobs, without delaying the caller that waits for the vector. Failures are logged; it never throws.
 */
export function createEmbeddingLedger({ store, log }: { store: Store; log: Log }) {
  const entering = new Set<Promise<void>>();

  return {
    /** Returns at once. Free requests leave no entry. */
    note(given: EmbeddingEntry): void {
      if (given.inputTokens === 0) return;
      const entry = { ...given, outputTokens: 0, jobId: null };
      const entered = store
        .recordUsage([entry])
        .catch((error: unknown) => log.warn({ err: error, entry }, 'an embedding is missing from the ledger'))
        .finally(() => entering.delete(entered));
      entering.add(entered);
    },
    /** Resolves when all entries are stored. */
    async idle(): Promise<void> {
      await Promise.all(entering);
    },
  };
}
