import { documentScopes, readableScopes, saidScopes } from '../namespaces.ts';
import type { MemoryOptions } from '../options.ts';
import type { EmbeddingModel, EmbeddingThresholds } from '../ports.ts';
import { redact } from '../redaction/redact.ts';
import { isQuestion } from '../text/said-sentences.ts';
import type { RedactedText } from '../redaction/redacted-text.ts';
import type { RecallMatches } from '../store/matching.ts';
import type { Store } from '../store/store.ts';
import type { MemoryFilter } from '../types.ts';
import { asksOnlyTimes, buildQuery, type Query, type QueryInput } from './query.ts';
import { overviewOf, overviewScopes, type Overview } from './overview.ts';
import { embedQuery, type QueryVector } from './query-vector.ts';
import { rank, type Ranking } from './rank.ts';
import { withTimeLimit } from '../time-limit.ts';

export type SearchDependencies = {
  store: Pick<Store, 'matchMemories' | 'listImportantMemories' | 'listRelated' | 'recall' | 'listStanding'>;
  /** Null if the store's embedder is not available, in which case only word search runs. */
  embeddings: EmbeddingModel | null;
  /** Called with the token cost of each embedding request. */
  noteEmbedding: (tokens: number, sessionId: string | null) => void;
  options: MemoryOptions;
};

export type HybridSearchInput = {
  text: string | RedactedText;
  /** The user's messages before it, newest first. */
  previous?: string[];
  /** The project whose memories are read, in addition to the user's and the global ones; null: none. */
  project: string | null;
  /** The agent that asks; it also reads the memories that only it may read. Null: no agent. */
  agent: string | null;
  sessionId: string | null;
  topics: string[];
  /** True: a message to the agent, where "stop" or "run it" asks about nothing. False: a lookup, where any word counts. */
  isMessage: boolean;
  namespaces: string[];
  filter: MemoryFilter;
  exclude: ReadonlySet<string>;
  /** Ids of memories that other parts of the prompt show, which may still be looked for. Never rejects. */
  shown?: Promise<ReadonlySet<string>>;
  /** When it is asked. Absent: times are words like others. */
  now?: Date;
  keepPinned: boolean;
  /** Ranks without abstaining: matches that are not relevant are kept, too. */
  keepsAll?: boolean;
  /** The id of the only memory to look for, even below the thresholds, to see its figures. It is judged as usual. */
  only?: string;
  /** The maximum number of matches of a leg, and of results; a prompt gets up to twice as many, because the legs differ. */
  limit: number;
  /** The maximum number of related memories per memory; 0: none are looked for. An overview looks for none. */
  relatedLimit?: number;
  /** The maximum number of past messages, and of chunks; 0: none are looked for. */
  saidLimit?: number;
  /** The evidence needed, if an earlier search determined it. */
  needed?: number;
  signal?: AbortSignal | undefined;
};

export type PreparedQuery = {
  /** The text without its secrets. */
  text: string;
  query: Query;
  embedded: QueryVector;
  /** Set if the message asks for everything known about a subject; null: it asks for something in particular. */
  overview: Overview | null;
};

/** Builds the query with its vector and without secrets. Makes at most one embedding request, and none for an overview. */
export async function prepareQuery(
  { embeddings, noteEmbedding, options }: SearchDependencies,
  input: HybridSearchInput,
): Promise<PreparedQuery> {
  const text = await redact(input.text);
  const written = input.now ? { at: input.now, timeZone: options.timeZone } : null;
  const query = await queryWithSubject({ ...input, text, written });
  const overview = isNarrowed(input) ? null : overviewOf(text, input.project);
  if (overview !== null) {
    return {
      text,
      query,
      embedded: { vector: null, thresholds: embeddings?.thresholds ?? null, degraded: [] },
      overview,
    };
  }
  const embedded = await embedQuery(embeddings, query, {
    timeout: options.retrieval.embeddingTimeout,
    signal: input.signal,
    onTokens: (tokens) => noteEmbedding(tokens, input.sessionId),
  });
  return { text, query, embedded, overview };
}

/**
 * Builds the query of a text. A question without a subject ("and since when?") is about the subject of the nearest
 * message before it that has one.
 */
async function queryWithSubject(
  input: HybridSearchInput & Pick<QueryInput, 'text' | 'written'>,
): Promise<Query> {
  const own = buildQuery(input);
  if (own.words.length > 0 || own.times.length > 0 || !isQuestion(input.text)) return own;
  for (const earlier of input.previous ?? []) {
    const text = `${await redact(earlier)}\n${input.text}`;
    const query = buildQuery({ ...input, text });
    if (query.words.length > 0) return query;
  }
  return own;
}

/** A narrowed search is never an overview. */
export const isNarrowed = ({
  namespaces,
  filter,
}: Pick<HybridSearchInput, 'namespaces' | 'filter'>): boolean =>
  namespaces.length > 0 || Object.values(filter).some((value) => value !== undefined);

/**
 * Returns the store's matches for the query, with the memories ranked. Makes one store call, or two at the same time. Throws what the store
 * throws, and a `TimeoutError`.
 */
export async function hybridSearch(
  dependencies: SearchDependencies,
  prepared: PreparedQuery,
  input: HybridSearchInput,
): Promise<Ranking & Omit<RecallMatches, 'memories'>> {
  const { memories, ...others } = await withTimeLimit(() => findMatches(dependencies, prepared, input), {
    milliseconds: dependencies.options.retrieval.searchTimeout,
    signal: input.signal,
  });
  const ranking = rank(memories, {
    thresholds: prepared.embedded.thresholds,
    wordCount: prepared.query.wordCount,
    times: prepared.query.times,
    asksOnlyTimes: asksOnlyTimes(prepared.query),
    limit: mostHits(prepared, input),
    asksForSeveral: prepared.query.asksForSeveral,
    exclude: input.exclude,
    shown: (await input.shown) ?? new Set(),
    keepPinned: input.keepPinned,
    keepsAll: input.keepsAll ?? false,
    needed: input.needed,
    overviewScopes: prepared.overview === null ? null : overviewScopes(prepared.overview, input.project),
  });
  return { ...ranking, ...others };
}

async function findMatches(
  { store, embeddings }: SearchDependencies,
  { query, embedded, overview }: PreparedQuery,
  input: HybridSearchInput,
): Promise<RecallMatches> {
  if (overview !== null) {
    const memories = await store.listImportantMemories({
      scopes: overviewScopes(overview, input.project),
      toldScopes: overview === 'user' ? readableScopes(input.project, input) : [],
      pinnedScopes: input.keepPinned ? readableScopes(input.project, input) : [],
      // excluded memories, and those shown elsewhere, must not take the places of others
      limit: input.limit + Math.min(input.exclude.size + ((await input.shown)?.size ?? 0), mostExcluded),
    });
    return { memories, related: [], said: [], chunks: [] };
  }
  const { vector } = embedded;
  const asked = {
    vector,
    embeddingModel: vector && embeddings ? embeddings.id : null,
    words: query.words,
    frequentWords: query.frequentWords,
    scopes: readableScopes(input.project, input),
    limit: placesFor(query, input, input.limit),
    retrievalThreshold: input.only === undefined ? leastOf(embedded.thresholds, input) : -1,
    noiseFloor: input.only === undefined ? (embedded.thresholds?.noiseFloor ?? 1) : -1,
    times: query.times,
    wordsBesideTimes: query.wordsBesideTimes,
  };
  const { project, sessionId, relatedLimit = 0, saidLimit = 0, namespaces, filter, only: memoryId } = input;
  const relatives = { scopes: asked.scopes, unrelated: [...input.exclude], relatedLimit };
  if (saidLimit > 0) {
    return store.recall({
      ...asked,
      ...{ ...relatives, filter },
      ...{ saidScopes: saidScopes(project), sessionId },
      // half of what was said is the agent's, which tells no entry of a list
      saidLimit: placesFor(query, input, saidLimit) * (query.asksForSeveral && input.isMessage ? 2 : 1),
      ...{ documentScopes: documentScopes(project), chunkLimit: saidLimit },
    });
  }
  const memories = await store.matchMemories({ ...asked, namespaces, filter, memoryId });
  const ids = memories.map(({ memory }) => memory.id);
  const related = relatedLimit > 0 ? await store.listRelated({ ...relatives, ids }) : [];
  return { memories, related, said: [], chunks: [] };
}

const leastOf = (thresholds: EmbeddingThresholds | null, { keepsAll }: HybridSearchInput): number =>
  (keepsAll === true ? thresholds?.noiseFloor : thresholds?.retrieval) ?? 1;

/** The maximum number of memories besides the pinned ones. */
function mostHits({ query, overview }: PreparedQuery, input: HybridSearchInput): number {
  if (input.keepsAll === true || overview !== null) return input.limit;
  return placesFor(query, input, mostKept * input.limit);
}

/** A message that asks for all of something gets more places, because each memory and past message tells one. A lookup has its limit. */
function placesFor({ asksForSeveral }: Query, { isMessage }: HybridSearchInput, usual: number): number {
  return asksForSeveral && isMessage ? Math.min(mostOfSeveral * usual, Math.max(usual, mostPlaces)) : usual;
}
const mostOfSeveral = 4;
/** What the store returns at most. */
const mostPlaces = 1_000;
/** A prompt gets up to this many times the limit of a leg. */
const mostKept = 2;
/** The maximum number of excluded memories that an overview makes room for. */
const mostExcluded = 200;
