import { embedMissing } from '../embeddings/embed-missing.ts';
import type { EmbeddingModel } from '../ports.ts';
import type { Store } from '../store/store.ts';
import type { JobHandler } from './job-runner.ts';
import { embeddingUsage } from './job-usage.ts';

type Dependencies = {
  store: Pick<Store, 'listUnembedded' | 'setEmbeddings' | 'completeJob' | 'recordUsage'>;
  embeddings: EmbeddingModel | null;
};

/** Fills in the vectors of memories that were stored while the embedder was away. */
export function createEmbedJob({ store, embeddings }: Dependencies): JobHandler {
  return async (job, { worker, signal }) => {
    const filled = embeddings
      ? await embedMissing({
          store,
          embedder: embeddings,
          signal,
          onBatch: async ({ tokens }) => {
            if (tokens > 0) await store.recordUsage([embeddingUsage(job, null, embeddings.id, tokens)]);
          },
        })
      : 0;
    await store.completeJob(job.id, worker, { filled });
  };
}
