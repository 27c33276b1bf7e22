import type { MemoryOptions } from '../options.ts';
import type { EmbeddingModel, Log } from '../ports.ts';

type Dependencies = { embeddings: EmbeddingModel | null; log: Log; options: MemoryOptions };

/** The vector of a text that somebody waits for; null when the embedder is not to be had or is slow: it is made later. */
export function createEmbedNow({ embeddings, log, options }: Dependencies) {
  return async (content: string): Promise<number[] | null> => {
    if (!embeddings) return null;
    try {
      const signal = AbortSignal.timeout(options.retrieval.embeddingTimeout);
      return (await embeddings.embed([content], { signal })).vectors[0] ?? null;
    } catch (error) {
      log.warn({ err: error }, 'a statement is stored without its vector, which is filled in later');
      return null;
    }
  };
}
