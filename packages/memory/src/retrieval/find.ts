import { readableScopes } from '../namespaces.ts';
import type { MemoryOptions } from '../options.ts';
import type { EmbeddingModel, EmbeddingThresholds } from '../ports.ts';
import type { MatchQuery, Store } from '../store/store.ts';
import type { MemoryFilter } from '../types.ts';
import { buildQuery, type Query } from './query.ts';
import { embedQuery, type QueryVector } from './query-vector.ts';
import { rank, type Ranking } from './rank.ts';
import { withTimeLimit } from './time-limit.ts';

export type FindDependencies = {
  store: Pick<Store, 'matchMemories'>;
  /** Null: the embedder that the store was filled by cannot be had; words search alone. */
  embeddings: EmbeddingModel | null;
  options: MemoryOptions;
};

export type FindInput = {
  text: string;
  /** Whose memories are read beside the user's and the global ones; null: none. */
  project: string | null;
  topics: string[];
  namespaces: string[];
  filter: MemoryFilter;
  exclude: ReadonlySet<string>;
  keepPinned: boolean;
  /** Fetches also what lies below the thresholds, to see its figures; the judgement stays the same. */
  belowThreshold: boolean;
  limit: number;
  /** The evidence that is needed, where another search showed it. */
  needed?: number;
  signal?: AbortSignal | undefined;
};

export type Prepared = { query: Query; embedded: QueryVector; thresholds: EmbeddingThresholds | null };

/** The query with its vector: at most one embedding request. */
export async function prepareQuery(
  { embeddings, options }: FindDependencies,
  input: FindInput,
): Promise<Prepared> {
  const query = buildQuery(input, options.retrieval.topicsInQuery);
  const embedded = await embedQuery(embeddings, query, {
    timeout: options.retrieval.embeddingTimeout,
    signal: input.signal,
  });
  return { query, embedded, thresholds: embeddings?.thresholds ?? null };
}

/** What the store has to the query, ranked: one store call. Throws what the store throws, and a `TimeoutError`. */
export async function findRanked(
  { store, embeddings, options }: FindDependencies,
  { query, embedded, thresholds }: Prepared,
  input: FindInput,
): Promise<Ranking> {
  const matchQuery: MatchQuery = {
    vector: embedded.vector,
    embeddingModel: embedded.vector && embeddings ? embeddings.id : null,
    words: query.words,
    scopes: readableScopes(input.project),
    namespaces: input.namespaces,
    retrievalThreshold: input.belowThreshold ? -1 : (thresholds?.retrieval ?? 1),
    noiseFloor: input.belowThreshold ? -1 : (thresholds?.noiseFloor ?? 1),
    limit: input.limit,
    filter: input.filter,
  };
  const matches = await withTimeLimit(() => store.matchMemories(matchQuery), {
    milliseconds: options.retrieval.searchTimeout,
    signal: input.signal,
  });
  return rank(matches, {
    thresholds,
    wordCount: query.wordCount,
    limit: input.limit,
    exclude: input.exclude,
    keepPinned: input.keepPinned,
    needed: input.needed,
  });
}
