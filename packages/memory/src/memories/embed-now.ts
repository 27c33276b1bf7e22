import type { MemoryOptions } from '../options.ts';
import type { EmbeddingModel, Log } from '../ports.ts';
import { withTimeLimit } from '../time-limit.ts';

export type EmbedNowDependencies = {
  /** Null while the store's embedder is missing: memories wait for their vectors. */
  embeddings: EmbeddingModel | null;
  /** Called with the tokens of each request. */
  noteEmbedding: (tokens: number, sessionId: string | null) => void;
  log: Log;
  options: MemoryOptions;
};

/** Embeds a text while a caller waits. Returns null if the embedder is missing, fails or is slow; a job then embeds the text later. */
export async function embedNow(
  { embeddings, noteEmbedding, log, options }: EmbedNowDependencies,
  content: string,
  sessionId: string | null,
): Promise<number[] | null> {
  if (!embeddings) return null;
  const ask = async (signal: AbortSignal): Promise<number[] | null> => {
    const { vectors, tokens } = await embeddings.embed([content], { signal });
    noteEmbedding(tokens, sessionId);
    return vectors[0] ?? null;
  };
  try {
    return await withTimeLimit(ask, { milliseconds: options.retrieval.embeddingTimeout });
  } catch (error) {
    log.warn({ err: error }, 'a memory is stored without its vector; a job fills it in');
    return null;
  }
}
