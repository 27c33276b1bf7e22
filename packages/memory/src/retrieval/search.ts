import { MemoryError } from '../errors.ts';
import { parseNamespace, readableScopes } from '../namespaces.ts';
import type { Store } from '../store/store.ts';
import type { Hit, MemoryFilter } from '../types.ts';
import { checkedLimit } from './checked-limit.ts';
import {
  hybridSearch,
  prepareQuery,
  type HybridSearchInput,
  type SearchDependencies,
} from './hybrid-search.ts';
import { plainHit } from './rank.ts';
import { evidenceFor } from './reason.ts';
import { searchMessages, type MessageHit } from './search-messages.ts';

export type SearchInput = {
  /** May be empty with `since` or `until`: all of that time. */
  text: string;
  /** The project to search, besides the user's and the global memories. */
  project?: string | null;
  /** Searches also what this agent keeps for itself. */
  agent?: string | null | undefined;
  /** The session that asks, for the ledger. */
  sessionId?: string | null;
  /** Only these namespaces and those below them. */
  namespaces?: string[];
  /** The most memories, and the most messages. Default: `retrieval.limit`. */
  limit?: number | undefined;
  filter?: MemoryFilter;
  /** Ids of memories to leave out. */
  exclude?: string[] | undefined;
  /** Shorthands for the filter's fields. */
  since?: Date;
  until?: Date;
  asOf?: Date;
  /** The hits are put into a prompt, which counts as an access of each. */
  forPrompt?: boolean;
  /** Also searches past messages by words. */
  messages?: boolean;
  signal?: AbortSignal | undefined;
};

export type SearchResult = {
  /** Best first, each with its figures, and whether `recall` would take it for relevant. */
  hits: (Hit & { isRelevant: boolean; reason: string })[];
  /** Past messages, best first; empty when they were not asked for. */
  messages: MessageHit[];
  degraded: string[];
};

type Dependencies = SearchDependencies & {
  store: SearchDependencies['store'] & Pick<Store, 'searchMessages' | 'listMemories'>;
};

/**
 * Searches for people and tools, with the legs and the fusion of `recall`, but without a budget and without abstaining: what is
 * not relevant comes too, unless it is no nearer than unrelated texts are. A pin counts for nothing, and nothing is strengthened. When the embedder fails, only word search runs, and
 * `degraded` says so. Without a text it lists what was learnt and what the user said in a time, newest first.
 *
 * Throws what the store throws, the reason of an aborted signal, and `invalid_input`.
 */
export async function search(dependencies: Dependencies, input: SearchInput): Promise<SearchResult> {
  const wanted = toSearchInput(input, dependencies.options.retrieval.limit);
  if (input.text.trim() === '') return listPeriod(dependencies, wanted, input.messages === true);
  const prepared = await prepareQuery(dependencies, wanted);
  const [{ hits }, messages] = await Promise.all([
    hybridSearch(dependencies, prepared, wanted),
    input.messages === true ? searchMessages(dependencies, prepared.query.words, wanted) : [],
  ]);
  const kept = hits.filter(({ standing }) => standing === 'kept');
  return {
    hits: kept.map((hit) => ({
      ...plainHit(hit),
      isRelevant: hit.judgement.isRelevant,
      reason: evidenceFor(hit),
    })),
    messages,
    degraded: prepared.embedded.degraded,
  };
}

async function listPeriod(
  dependencies: Dependencies,
  wanted: HybridSearchInput,
  withMessages: boolean,
): Promise<SearchResult> {
  const { project, namespaces, filter, limit } = wanted;
  const scopes = readableScopes(project, wanted);
  const [memories, messages] = await Promise.all([
    dependencies.store.listMemories({
      scopes,
      namespaces,
      includeInvalid: false,
      filter,
      after: null,
      limit,
    }),
    withMessages ? searchMessages(dependencies, [], wanted) : [],
  ]);
  const hits = memories.map((memory) => ({
    memory,
    similarity: null,
    wordScore: null,
    legs: [],
    score: 0,
    isRelevant: true,
    reason: 'of the time asked for',
  }));
  return { hits, messages, degraded: [] };
}

function toSearchInput(input: SearchInput, defaultLimit: number): HybridSearchInput {
  const filter = filterOf(input);
  if (input.text.trim() === '' && !filter.since && !filter.until)
    throw new MemoryError('invalid_input', 'text: needs something to search for');
  return {
    text: input.text,
    project: input.project ?? null,
    agent: input.agent ?? null,
    sessionId: input.sessionId ?? null,
    topics: [],
    isMessage: false,
    namespaces: (input.namespaces ?? []).map(parseNamespace),
    filter,
    exclude: new Set(input.exclude),
    keepPinned: false,
    keepsAll: true,
    limit: checkedLimit(input.limit ?? defaultLimit),
    signal: input.signal,
  };
}

const filterOf = ({ filter, since, until, asOf }: SearchInput): MemoryFilter => ({
  ...filter,
  ...(since && { since }),
  ...(until && { until }),
  ...(asOf && { asOf }),
});
