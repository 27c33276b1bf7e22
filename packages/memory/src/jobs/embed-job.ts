import type { EmbeddingModel } from '../ports.ts';
import type { Store } from '../store/store.ts';
import type { Job } from '../types.ts';
import type { JobHandler } from './job-runner.ts';
import { embeddingUsage } from './job-usage.ts';

type Dependencies = {
  store: Pick<Store, 'listUnembedded' | 'setEmbeddings' | 'completeJob' | 'recordUsage'>;
  embeddings: EmbeddingModel | null;
};

/** Fills in the vectors of memories that were stored while the embedder was away. */
export function createEmbedJob({ store, embeddings }: Dependencies): JobHandler {
  return async (job, { worker, signal }) => {
    const filled = embeddings ? await fill(embeddings, job, signal) : 0;
    await store.completeJob(job.id, worker, { filled });
  };

  async function fill(embedder: EmbeddingModel, job: Job, signal: AbortSignal): Promise<number> {
    let filled = 0;
    for (;;) {
      const rows = await store.listUnembedded(embedder.id, embedder.maxBatch);
      if (rows.length === 0) return filled;
      const { vectors, tokens } = await embedder.embed(
        rows.map((row) => row.content),
        { signal },
      );
      filled += await store.setEmbeddings(
        embedder.id,
        rows.flatMap(({ id }, index) => {
          const vector = vectors[index];
          return vector ? [{ id, vector }] : [];
        }),
      );
      if (tokens > 0) await store.recordUsage([embeddingUsage(job, null, embedder.id, tokens)]);
    }
  }
}
