import type { EmbeddingModel, Embeddings, EmbeddingThresholds } from '../ports.ts';
import type { Query } from './query.ts';
import { isTimeout, withTimeLimit } from '../time-limit.ts';

/**
 * The weight of project and topics in the query vector, relative to the message. It ranks memories of the current
 * work before equal ones, but is too low to lift unrelated memories over the threshold (a memory with a cosine of 0.6
 * to the context gains less than 0.09).
 */
const contextWeight = 0.15;

export type QueryVector = {
  /** Null if there was nothing to embed, or if embedding failed, in which case `degraded` says why. */
  vector: number[] | null;
  /** The thresholds for its similarities; null without an embedder. */
  thresholds: EmbeddingThresholds | null;
  degraded: string[];
};

type Limits = {
  timeout: number;
  signal?: AbortSignal | undefined;
  /** Called with the token cost of the request, even if it answers after the time limit. */
  onTokens: (tokens: number) => void;
};

/**
 * Returns the vector to search by. Makes at most one embedding request, limited to `timeout` milliseconds. A failure
 * is reported in `degraded`; only the caller's aborted signal throws.
 */
export async function embedQuery(
  embeddings: EmbeddingModel | null,
  query: Query,
  { timeout, signal, onTokens }: Limits,
): Promise<QueryVector> {
  signal?.throwIfAborted();
  const usual = embeddings?.thresholds ?? null;
  if (query.text === '') return { vector: null, thresholds: usual, degraded: [] };
  if (embeddings === null) return wordsAlone('the embedder that the store was filled by is not available');
  try {
    const texts =
      query.context !== '' && embeddings.maxBatch > 1 ? [query.text, query.context] : [query.text];
    const ask = async (limited: AbortSignal): Promise<Embeddings> => {
      const answer = await embeddings.embed(texts, { signal: limited, kind: 'query' });
      onTokens(answer.tokens);
      return answer;
    };
    const { vectors, thresholds } = await withTimeLimit(ask, { milliseconds: timeout, signal });
    const [message, context] = vectors;
    if (!message || message.length !== embeddings.dimensions) {
      return wordsAlone('the embedding service answered without a vector');
    }
    return {
      vector: context ? blend(message, context) : message,
      thresholds: thresholds?.[0] ?? usual,
      degraded: [],
    };
  } catch (error) {
    signal?.throwIfAborted();
    return wordsAlone(
      isTimeout(error)
        ? `the embedding service did not answer within ${timeout} ms`
        : `the embedding service failed (${error instanceof Error ? error.message : String(error)})`,
    );
  }

  function wordsAlone(why: string): QueryVector {
    return { vector: null, thresholds: usual, degraded: [`${why}: word search alone`] };
  }
}

function blend(message: number[], context: number[]): number[] {
  const sum = message.map((value, index) => value + contextWeight * (context[index] ?? 0));
  const length = Math.hypot(...sum);
  return length === 0 ? message : sum.map((value) => value / length);
}
