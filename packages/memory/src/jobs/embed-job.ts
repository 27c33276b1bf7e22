import { embedMissing } from '../embeddings/embed-missing.ts';
import { MemoryError } from '../errors.ts';
import type { EmbeddingModel } from '../ports.ts';
import type { UsageEntry } from '../store/ledger.ts';
import type { Store } from '../store/store.ts';
import type { JobHandler } from './job-runner.ts';

type Dependencies = {
  store: Pick<Store, 'listUnembedded' | 'setEmbeddings' | 'completeJob' | 'recordUsage'>;
  embeddings: EmbeddingModel | null;
};

/**
 * Embeds memories that were stored without a vector. Only a process with the store's embedder gets this job. There may be very many, so
 * the ledger records each batch at once.
 */
export function createEmbedJob({ store, embeddings }: Dependencies): JobHandler {
  return async (job, { worker, signal }) => {
    if (!embeddings)
      throw new MemoryError('embedding_failed', "this process does not have the store's embedder");
    const filled = await embedMissing({
      store,
      embedder: embeddings,
      signal,
      onBatch: async ({ tokens }) => {
        if (tokens > 0) await store.recordUsage([entryOf(tokens, embeddings.id, job.id)]);
      },
    });
    await store.completeJob(job.id, worker, { filled });
  };
}

const entryOf = (inputTokens: number, model: string, jobId: string): UsageEntry => ({
  operation: 'embed_memory',
  model,
  inputTokens,
  outputTokens: 0,
  sessionId: null,
  jobId,
});
