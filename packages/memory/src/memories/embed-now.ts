import { embedInBatches } from '../embeddings/embed-in-batches.ts';
import type { MemoryError } from '../errors.ts';
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

/** Texts that a caller waits for as long as for one question. */
const textsAtOnce = 8;

/**
 * Embeds texts while a caller waits. A vector is null if the embedder is missing, fails, is slow, or refuses the text; a job then embeds the
 * text later.
 */
export async function embedNow(
  { embeddings, noteEmbedding, log, options }: EmbedNowDependencies,
  contents: string[],
  sessionId: string | null,
): Promise<(number[] | null)[]> {
  const without = contents.map(() => null);
  if (!embeddings || contents.length === 0) return without;
  const warn = (error: unknown) =>
    log.warn({ err: error }, 'a memory is stored without its vector; a job fills it in');
  const ask = async (signal: AbortSignal) => {
    const asked = { signal, onRefused: (_: number, error: MemoryError) => warn(error) };
    const { vectors, tokens } = await embedInBatches(embeddings, contents, asked);
    noteEmbedding(tokens, sessionId);
    return contents.map((_, index) => (vectors[index]?.length ? vectors[index] : null));
  };
  try {
    const milliseconds = options.retrieval.embeddingTimeout * Math.ceil(contents.length / textsAtOnce);
    return await withTimeLimit(ask, { milliseconds });
  } catch (error) {
    warn(error);
    return without;
  }
}
