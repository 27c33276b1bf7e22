import type { EmbeddingModel, ModelReply } from '../ports.ts';
import type { UsageEntry } from '../store/ledger.ts';

export type JobUsage = ReturnType<typeof createJobUsage>;

/**
 * Collects the usage of one job, including failed and repeated calls, which are billed. The transaction that ends a try, however it ends,
 * writes it to the ledger, so it needs no call of its own.
 */
export function createJobUsage(jobId: string) {
  const entries: UsageEntry[] = [];
  return {
    /** One entry per call so far. */
    entries: (): UsageEntry[] => [...entries],
    /** Forgets the first entries, which the ledger has. */
    drop: (count: number): void => void entries.splice(0, count),
    /** Returns a listener for the model's replies in one phase. */
    noteReplies:
      (operation: 'extract' | 'deduplicate' | 'consolidate', sessionId: string | null) =>
      ({ model, usage: { inputTokens, outputTokens } }: ModelReply): void => {
        entries.push({ operation, model, inputTokens, outputTokens, sessionId, jobId });
      },
    /** Wraps an embedder and notes its requests, except free ones. */
    meter: (embedder: EmbeddingModel, sessionId: string | null): EmbeddingModel => ({
      id: embedder.id,
      dimensions: embedder.dimensions,
      maxBatch: embedder.maxBatch,
      thresholds: embedder.thresholds,
      isLocal: embedder.isLocal === true,
      async embed(texts, options) {
        const answer = await embedder.embed(texts, options);
        const cost = { model: embedder.id, inputTokens: answer.tokens, outputTokens: 0 };
        if (answer.tokens > 0) entries.push({ operation: 'embed_memory', ...cost, sessionId, jobId });
        return answer;
      },
    }),
  };
}
