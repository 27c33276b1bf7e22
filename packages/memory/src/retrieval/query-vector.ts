import type { EmbeddingModel } from '../ports.ts';
import type { Query } from './query.ts';
import { isTimeout, withTimeLimit } from '../time-limit.ts';

/**
 * How far project and topics turn the query's vector, as a share of the message's own. Enough to put what belongs to
 * the work at hand before its equals; too little to lift what is foreign to the message over the threshold (a
 * memory with a cosine of 0.6 to the context gains less than 0.09).
 */
const contextWeight = 0.15;

export type QueryVector = {
  /** Null: nothing to embed, or it could not be; then `degraded` says why. */
  vector: number[] | null;
  degraded: string[];
};

type Limits = {
  timeout: number;
  signal?: AbortSignal | undefined;
  /** What the request cost, also when nobody waits for it any more. */
  onTokens: (tokens: number) => void;
};

/**
 * The vector to search by, from at most one embedding request, waited for no longer than `timeout` milliseconds. A
 * failure is told in `degraded`; only the caller's aborted signal throws.
 */
export async function embedQuery(
  embeddings: EmbeddingModel | null,
  query: Query,
  { timeout, signal, onTokens }: Limits,
): Promise<QueryVector> {
  signal?.throwIfAborted();
  if (query.text === '') return { vector: null, degraded: [] };
  if (embeddings === null) return wordsAlone('the embedder that the store was filled by is not available');
  try {
    const texts =
      query.context !== '' && embeddings.maxBatch > 1 ? [query.text, query.context] : [query.text];
    const ask = async (limited: AbortSignal): Promise<number[][]> => {
      const { vectors, tokens } = await embeddings.embed(texts, { signal: limited });
      onTokens(tokens);
      return vectors;
    };
    const vectors = await withTimeLimit(ask, { milliseconds: timeout, signal });
    const [message, context] = vectors;
    if (!message || message.length !== embeddings.dimensions) {
      return wordsAlone('the embedding service answered without a vector');
    }
    return { vector: context ? blend(message, context) : message, degraded: [] };
  } catch (error) {
    signal?.throwIfAborted();
    return wordsAlone(
      isTimeout(error)
        ? `the embedding service did not answer within ${timeout} ms`
        : `the embedding service failed (${error instanceof Error ? error.message : String(error)})`,
    );
  }
}

const wordsAlone = (why: string): QueryVector => ({
  vector: null,
  degraded: [`${why}: word search alone`],
});

function blend(message: number[], context: number[]): number[] {
  const sum = message.map((value, index) => value + contextWeight * (context[index] ?? 0));
  const length = Math.hypot(...sum);
  return length === 0 ? message : sum.map((value) => value / length);
}
