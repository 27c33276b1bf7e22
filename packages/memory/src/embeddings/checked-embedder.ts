import { MemoryError } from '../errors.ts';
import type { EmbeddingModel, Embeddings } from '../ports.ts';

/**
 * Returns an embedder that checks what another one answers: a vector of `dimensions` finite numbers per text, in a list, and the tokens.
 * Throws `embedding_failed` for anything else, so that nothing of the answer is stored and the caller waits as after any failure.
 */
export const createCheckedEmbedder = (embedder: EmbeddingModel): EmbeddingModel => ({
  id: embedder.id,
  dimensions: embedder.dimensions,
  maxBatch: embedder.maxBatch,
  thresholds: embedder.thresholds,
  thresholdsAreSet: embedder.thresholdsAreSet === true,
  isLocal: embedder.isLocal === true,
  isCaching: embedder.isCaching === true,
  async embed(texts, options) {
    const answer = await embedder.embed(texts, options);
    const problem = problemOf(answer, texts.length, embedder.dimensions);
    if (problem === null) return answer;
    throw new MemoryError('embedding_failed', `${embedder.id} answered ${problem}`);
  },
});

/** What is wrong with an answer; null if it is correct. */
function problemOf(answer: Partial<Embeddings> | null, texts: number, dimensions: number): string | null {
  const { vectors, tokens, thresholds } = answer ?? {};
  if (!Array.isArray(vectors)) return 'without a list of vectors';
  if (vectors.length !== texts) return `with ${vectors.length} vectors for ${texts} texts`;
  for (const [index, vector] of vectors.entries()) {
    if (!Array.isArray(vector)) return `without a list of numbers for text ${index + 1}`;
    if (vector.length !== dimensions) return `in ${vector.length} dimensions instead of ${dimensions}`;
    const wrong = vector.find((number) => !Number.isFinite(number));
    if (wrong !== undefined) return `with ${wrong} in the vector of text ${index + 1}`;
  }
  if (thresholds && thresholds.length !== texts)
    return `with ${thresholds.length} thresholds for ${texts} texts`;
  return Number.isFinite(tokens) ? null : `with ${String(tokens)} tokens`;
}
