import { MemoryError } from '../errors.ts';
import type { EmbeddingModel, Embeddings, EmbedOptions } from '../ports.ts';
import { mostTokens } from '../store/ledger.ts';
import { isTimeout, withTimeLimit } from '../time-limit.ts';

/** Milliseconds for one request. The first one may load a model. */
const longestRequest = 10 * 60_000;
/** The greatest number of the store's vectors, which have half precision. */
const greatest = 65_504;

/**
 * Returns an embedder that checks what another one answers: a vector of `dimensions` numbers per text, in a list, and the tokens. Throws
 * `embedding_failed` for anything else, and when there is no answer within ten minutes, so that nothing of it is stored and the
 * caller waits as after any failure. An aborted signal ends the waiting, even if the embedder ignores it.
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
    const answer = await answerOf(embedder, texts, options);
    const problem = problemOf(answer, texts.length, embedder.dimensions);
    if (problem === null) return { ...answer, tokens: Math.round(answer.tokens) };
    throw new MemoryError('embedding_failed', `${embedder.id} answered ${problem}`);
  },
});

async function answerOf(
  embedder: EmbeddingModel,
  texts: string[],
  options: EmbedOptions = {},
): Promise<Embeddings> {
  const { signal } = options;
  try {
    return await withTimeLimit((limited) => embedder.embed(texts, { ...options, signal: limited }), {
      milliseconds: longestRequest,
      signal,
    });
  } catch (error) {
    if (signal?.aborted || !isTimeout(error)) throw error;
    throw new MemoryError('embedding_failed', `${embedder.id} did not answer`, {
      isRetryable: true,
      cause: error,
    });
  }
}

/** Whether the ledger can hold the number of tokens. */
const isCount = (tokens: number | undefined): tokens is number =>
  tokens !== undefined && tokens >= 0 && tokens <= mostTokens;

/** What is wrong with an answer; null if it is correct. */
function problemOf(answer: Partial<Embeddings> | null, texts: number, dimensions: number): string | null {
  const { vectors, tokens, thresholds } = answer ?? {};
  if (!Array.isArray(vectors)) return 'without a list of vectors';
  if (vectors.length !== texts) return `with ${vectors.length} vectors for ${texts} texts`;
  for (const [index, vector] of vectors.entries()) {
    if (!Array.isArray(vector)) return `without a list of numbers for text ${index + 1}`;
    if (vector.length !== dimensions) return `in ${vector.length} dimensions instead of ${dimensions}`;
    const wrong = vector.find((number) => !Number.isFinite(number) || Math.abs(number) > greatest);
    if (wrong !== undefined) return `with ${wrong} in the vector of text ${index + 1}`;
  }
  if (thresholds && thresholds.length !== texts)
    return `with ${thresholds.length} thresholds for ${texts} texts`;
  return isCount(tokens) ? null : `with ${String(tokens)} tokens`;
}
