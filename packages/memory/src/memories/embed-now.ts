import type { MemoryOptions } from '../options.ts';
import type { EmbeddingModel, Log } from '../ports.ts';

export type EmbedNowDependencies = {
  /** Null: the store's embedder cannot be had; the text waits for its vector. */
  embeddings: EmbeddingModel | null;
  /** Told what each request cost, in tokens. */
  noteEmbedding: (tokens: number, sessionId: string | null) => void;
  log: Log;
  options: MemoryOptions;
};

/** The vector of a text that somebody waits for; null when the embedder is not to be had or is slow: it is made later. */
export function createEmbedNow({ embeddings, noteEmbedding, log, options }: EmbedNowDependencies) {
  return async (content: string, sessionId: string | null): Promise<number[] | null> => {
    if (!embeddings) return null;
    try {
      const signal = AbortSignal.timeout(options.retrieval.embeddingTimeout);
      const { vectors, tokens } = await embeddings.embed([content], { signal });
      noteEmbedding(tokens, sessionId);
      return vectors[0] ?? null;
    } catch (error) {
      log.warn({ err: error }, 'a statement is stored without its vector, which is filled in later');
      return null;
    }
  };
}
