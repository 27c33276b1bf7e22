import type { Log } from '../ports.ts';
import type { Store } from '../store/store.ts';
import type { UsageEntry } from '../store/stored-usage.ts';

/**
 * Enters embedding requests that belong to no job: off the path of whoever waits for the vector. What could not be entered is
 * logged; nothing is thrown.
 */
export function createEmbeddingLedger({ store, log }: { store: Pick<Store, 'recordUsage'>; log: Log }) {
  return function note(
    operation: Extract<UsageEntry['operation'], 'embed_query' | 'embed_memory'>,
    model: string,
    inputTokens: number,
  ): void {
    if (inputTokens === 0) return;
    const entry = { operation, model, inputTokens, outputTokens: 0, sessionId: null, jobId: null };
    store
      .recordUsage([entry])
      .catch((error: unknown) => log.warn({ err: error, entry }, 'an embedding is missing in the ledger'));
  };
}
