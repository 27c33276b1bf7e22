import type { EmbeddingModel, Embeddings, EmbedOptions } from '../ports.ts';

/**
 * Embeds any number of texts, `maxBatch` per request, one request after the other. The vectors are in the order of
 * the texts. Throws what the embedder throws; the vectors of earlier batches are then lost.
 */
export async function embedInBatches(
  embedder: EmbeddingModel,
  texts: string[],
  { onRefused, ...options }: EmbedOptions = {},
): Promise<Embeddings> {
  const vectors: number[][] = [];
  let tokens = 0;
  for (let next = 0; next < texts.length;) {
    const start = next;
    const part = texts.slice(start, start + embedder.maxBatch);
    next += part.length;
    const batch = await embedder.embed(part, {
      ...options,
      ...(onRefused && { onRefused: (index, error) => onRefused(start + index, error) }),
    });
    vectors.push(...batch.vectors);
    tokens += batch.tokens;
  }
  return { vectors, tokens };
}
