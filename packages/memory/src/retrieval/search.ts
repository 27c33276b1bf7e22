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
  /** May be empty if `since` or `until` is set; then everything of that period is listed. */
  text: string;
  /** The project to search, in addition to the user's and the global memories. */
  project?: string | null;
  /** Also searches the memories that only this agent may read. */
  agent?: string | null | undefined;
  /** The session that asks, for the ledger. */
  sessionId?: string | null;
  /** Only these namespaces and the ones below them. */
  namespaces?: string[];
  /** The maximum number of memories, and of messages. Default: `retrieval.limit`. */
  limit?: number | undefined;
  filter?: MemoryFilter;
  /** Ids of memories to leave out. */
  exclude?: string[] | undefined;
  /** Shorthands for the fields of `filter`. */
  since?: Date;
  until?: Date;
  asOf?: Date;
  /**
   * The hits are put into a prompt, which counts as an access of each relevant one. Messages that the user keeps out of the prompts of their
   * session are left out.
   */
  forPrompt?: boolean;
  /** Also searches past messages by words. */
  messages?: boolean;
  signal?: AbortSignal | undefined;
};

export type SearchResult = {
  /** Best first, each with its figures and whether `recall` would consider it relevant. */
  hits: (Hit & { isRelevant: boolean; reason: string })[];
  /** Past messages, best first; empty if they were not asked for. */
  messages: MessageHit[];
  degraded: string[];
};

type Dependencies = SearchDependencies & {
  store: SearchDependencies['store'] & Pick<Store, 'searchMessages' | 'listMemories'>;
};

/**
 * Searches for people and tools, with the legs and the fusion of `recall`, but without a budget and without
 * abstaining: matches that are not relevant are returned, too, unless they are as far away as unrelated texts. Pins
 * have no effect, and nothing is strengthened. If the embedder fails, only word search runs, and `degraded` says so.
 * Without a text it lists the memories, and the user's messages, of a period, newest first.
 *
 * Throws what the store throws, the reason of an aborted signal, and `invalid_input`.
 */
export async function search(dependencies: Dependencies, input: SearchInput): Promise<SearchResult> {
  const wanted = toSearchInput(input, dependencies.options.retrieval.limit);
  if (input.text.trim() === '') return listPeriod(dependencies, wanted, input);
  const prepared = await prepareQuery(dependencies, wanted);
  const [{ hits }, messages] = await Promise.all([
    hybridSearch(dependencies, prepared, wanted),
    input.messages === true ? searchMessages(dependencies, prepared.query.words, wanted, input) : [],
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
  input: SearchInput,
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
    input.messages === true ? searchMessages(dependencies, [], wanted, input) : [],
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
