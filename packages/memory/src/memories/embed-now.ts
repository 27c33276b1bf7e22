import { MemoryError } from '../errors.ts';
import type { MemoryOptions } from '../options.ts';
import type { EmbeddingModel, Log } from '../ports.ts';
import { withTimeLimit } from '../time-limit.ts';

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
    const ask = async (signal: AbortSignal): Promise<number[]> => {
      const { vectors, tokens } = await embeddings.embed([content], { signal });
      noteEmbedding(tokens, sessionId);
      const [vector = []] = vectors;
      if (vector.length === embeddings.dimensions) return vector;
      const got = `${vector.length} dimensions instead of ${embeddings.dimensions}`;
      throw new MemoryError('embedding_failed', `${embeddings.id} answered in ${got}`);
    };
    try {
      return await withTimeLimit(ask, { milliseconds: options.retrieval.embeddingTimeout });
    } catch (error) {
      log.warn({ err: error }, 'a statement is stored without its vector, which is filled in later');
      return null;
    }
  };
}
