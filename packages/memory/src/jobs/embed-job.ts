import { embedMissing } from '../embeddings/embed-missing.ts';
import { MemoryError } from '../errors.ts';
import type { EmbeddingModel } from '../ports.ts';
import type { Store } from '../store/store.ts';
import type { UsageEntry } from '../store/stored-usage.ts';
import type { JobHandler } from './job-runner.ts';

type Dependencies = {
  store: Pick<Store, 'listUnembedded' | 'setEmbeddings' | 'completeJob' | 'recordUsage'>;
  embeddings: EmbeddingModel | null;
};

/**
 * Fills in the vectors of memories that were stored while the embedder was away; only a process that has the store's embedder is
 * given this job. There may be very many: what each batch used
 * is entered with it, not at the end.
 */
export function createEmbedJob({ store, embeddings }: Dependencies): JobHandler {
  return async (job, { worker, signal }) => {
    // it was claimed by who has one: nothing was done that could count as done
    if (!embeddings) throw new MemoryError('embedding_failed', "this process has not the store's embedder");
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
