import type { EmbeddingModel, ModelReply } from '../ports.ts';
import type { UsageEntry } from '../store/stored-usage.ts';

export type JobUsage = ReturnType<typeof createJobUsage>;

/**
 * Collects what the calls of one job use, the failed and repeated ones too: they were paid for. It is entered in the ledger
 * in the transaction that ends the try, whichever way it ends, so that it costs no call of its own.
 */
export function createJobUsage(jobId: string) {
  const entries: UsageEntry[] = [];
  return {
    /** So far, one for each call. */
    entries: (): UsageEntry[] => [...entries],
    /** What to do with each reply of the model in one phase. */
    noteReplies:
      (operation: 'extract' | 'deduplicate', sessionId: string | null) =>
      ({ model, usage: { inputTokens, outputTokens } }: ModelReply): void => {
        entries.push({ operation, model, inputTokens, outputTokens, sessionId, jobId });
      },
    /** The embedder, each of its requests noted; one that costs nothing leaves no entry. */
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
