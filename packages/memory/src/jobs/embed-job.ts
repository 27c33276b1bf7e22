import { embedMissing } from '../embeddings/embed-missing.ts';
import type { RefusedTexts } from '../embeddings/refused-texts.ts';
import { MemoryError } from '../errors.ts';
import type { EmbeddingModel } from '../ports.ts';
import type { Job } from '../store/jobs.ts';
import type { Store } from '../store/store.ts';
import { embeddingEntry } from '../usage/ledger-buffer.ts';
import type { JobContext } from './job-runner.ts';

export type EmbedDependencies = {
  store: Store;
  embeddings: EmbeddingModel | null;
  isReembedding: () => boolean;
  refusedTexts: RefusedTexts;
};

/**
 * Embeds memories that were stored without a vector. Only a process with the store's embedder gets this job. There may be very many, so
 * the ledger records each batch at once. Ends when the store is re-embedded, which embeds the rest.
 */
export async function runEmbedJob(
  { store, embeddings, isReembedding, refusedTexts }: EmbedDependencies,
  job: Job,
  { worker, signal }: JobContext,
): Promise<void> {
  if (!embeddings)
    throw new MemoryError('embedding_failed', "this process does not have the store's embedder", {
      isRetryable: false,
    });
  const filled = await embedMissing({
    store,
    embedder: embeddings,
    signal,
    isHeldBack: isReembedding,
    refused: refusedTexts,
    onBatch: async ({ tokens }) => {
      if (tokens > 0) await store.recordUsage([embeddingEntry(embeddings, tokens, job.id)]);
    },
  });
  await store.completeJob(job.id, worker, { filled });
}
