import { readableScopes } from '../namespaces.ts';
import type { MemoryOptions } from '../options.ts';
import type { EmbeddingModel, EmbeddingThresholds } from '../ports.ts';
import { redact } from '../redaction/redact.ts';
import type { Match, MatchQuery, Store } from '../store/store.ts';
import type { MemoryFilter } from '../types.ts';
import { buildQuery, type Query } from './query.ts';
import { overviewOf, overviewScopes, type Overview } from './overview.ts';
import { embedQuery, type QueryVector } from './query-vector.ts';
import { rank, type Ranking } from './rank.ts';
import { withTimeLimit } from '../time-limit.ts';

export type SearchDependencies = {
  store: Pick<Store, 'matchMemories' | 'overviewMemories'>;
  /** Null: the embedder that the store was filled by cannot be had; words search alone. */
  embeddings: EmbeddingModel | null;
  /** Told what each embedding request cost, in tokens. */
  noteEmbedding: (tokens: number, sessionId: string | null) => void;
  options: MemoryOptions;
};

export type HybridSearchInput = {
  text: string;
  /** Whose memories are read beside the user's and the global ones; null: none. */
  project: string | null;
  sessionId: string | null;
  topics: string[];
  /** Said to the agent: "stop" and "run it" ask about nothing. Else looked up, where a single word may be any. */
  isMessage: boolean;
  namespaces: string[];
  filter: MemoryFilter;
  exclude: ReadonlySet<string>;
  keepPinned: boolean;
  /** The id of a memory: nothing but it is looked for, also below the thresholds, to see its figures. The judgement stays the same. */
  only?: string;
  limit: number;
  /** The evidence that is needed, where another search showed it. */
  needed?: number;
  signal?: AbortSignal | undefined;
};

export type PreparedQuery = {
  query: Query;
  embedded: QueryVector;
  thresholds: EmbeddingThresholds | null;
  /** What the message asks for all of; null: it asks for something. */
  overview: Overview | null;
};

/** The query, without its secrets, with its vector: at most one embedding request, none for an overview. */
export async function prepareQuery(
  { embeddings, noteEmbedding, options }: SearchDependencies,
  input: HybridSearchInput,
): Promise<PreparedQuery> {
  const query = buildQuery({ ...input, text: await redact(input.text) }, options.retrieval.topicsInQuery);
  const thresholds = embeddings?.thresholds ?? null;
  const overview = isNarrowed(input) ? null : overviewOf(input.text, input.project);
  if (overview !== null) {
    return { query, embedded: { vector: null, degraded: [] }, thresholds, overview };
  }
  const embedded = await embedQuery(embeddings, query, {
    timeout: options.retrieval.embeddingTimeout,
    signal: input.signal,
    onTokens: (tokens) => noteEmbedding(tokens, input.sessionId),
  });
  return { query, embedded, thresholds, overview };
}

/** Then a search is wanted, in what is left. */
const isNarrowed = ({ namespaces, filter }: HybridSearchInput): boolean =>
  namespaces.length > 0 || Object.values(filter).some((value) => value !== undefined);

/** What the store has to the query, ranked: one store call. Throws what the store throws, and a `TimeoutError`. */
export async function hybridSearch(
  dependencies: SearchDependencies,
  prepared: PreparedQuery,
  input: HybridSearchInput,
): Promise<Ranking> {
  const matches = await withTimeLimit(() => findMatches(dependencies, prepared, input), {
    milliseconds: dependencies.options.retrieval.searchTimeout,
    signal: input.signal,
  });
  return rank(matches, {
    thresholds: prepared.thresholds,
    wordCount: prepared.query.wordCount,
    limit: input.limit,
    exclude: input.exclude,
    keepPinned: input.keepPinned,
    needed: input.needed,
    overviewScopes: prepared.overview === null ? null : overviewScopes(prepared.overview, input.project),
  });
}

function findMatches(
  { store, embeddings }: SearchDependencies,
  { query, embedded, thresholds, overview }: PreparedQuery,
  input: HybridSearchInput,
): Promise<Match[]> {
  if (overview !== null) {
    return store.overviewMemories({
      scopes: overviewScopes(overview, input.project),
      toldScopes: overview === 'user' ? readableScopes(input.project) : [],
      pinnedScopes: input.keepPinned ? readableScopes(input.project) : [],
      // those that the caller leaves out take no place
      limit: input.limit + Math.min(input.exclude.size, mostExcluded),
    });
  }
  const matchQuery: MatchQuery = {
    vector: embedded.vector,
    embeddingModel: embedded.vector && embeddings ? embeddings.id : null,
    words: query.words,
    scopes: readableScopes(input.project),
    namespaces: input.namespaces,
    retrievalThreshold: input.only === undefined ? (thresholds?.retrieval ?? 1) : -1,
    noiseFloor: input.only === undefined ? (thresholds?.noiseFloor ?? 1) : -1,
    limit: input.limit,
    filter: input.filter,
    memoryId: input.only,
  };
  return store.matchMemories(matchQuery);
}

/** Excluded memories that an overview makes room for. */
const mostExcluded = 200;
