import { MemoryError } from '../errors.ts';
import { parseNamespace } from '../namespaces.ts';
import type { Store } from '../store/store.ts';
import type { Hit, MemoryFilter } from '../types.ts';
import {
  hybridSearch,
  prepareQuery,
  type HybridSearchInput,
  type SearchDependencies,
} from './hybrid-search.ts';
import { plainHit } from './rank.ts';
import { cause } from './reason.ts';
import { searchMessages, type MessageHit } from './search-messages.ts';

export type SearchInput = {
  text: string;
  /** Whose memories and messages are searched; without one the user's and the global memories. */
  project?: string | null;
  /** In which it is asked, for the ledger. */
  sessionId?: string | null;
  /** Narrows to these namespaces and what lies under them. */
  namespaces?: string[];
  /** Memories, and as many messages; without it the option's. */
  limit?: number;
  filter?: MemoryFilter;
  /** The filter's, for short. */
  since?: Date;
  until?: Date;
  asOf?: Date;
  /** Also searches past messages by words. */
  messages?: boolean;
  signal?: AbortSignal | undefined;
};

export type SearchResult = {
  /** Best first, each with the figures that made it relevant. Empty when nothing is relevant. */
  hits: (Hit & { reason: string })[];
  /** Past messages, best first; empty when they were not asked for. */
  messages: MessageHit[];
  degraded: string[];
};

type Dependencies = SearchDependencies & {
  store: SearchDependencies['store'] & Pick<Store, 'searchMessages'>;
};

/**
 * Searches for people and tools: the legs, fusion and threshold of `recall`, without a budget, pinned memories only when
 * they are relevant, nothing touched. An embedder that fails leaves word search, told in `degraded`.
 *
 * Throws what the store throws, the reason of an aborted signal, and `invalid_input`.
 */
export async function search(dependencies: Dependencies, input: SearchInput): Promise<SearchResult> {
  const wanted = toSearchInput(input, dependencies.options.retrieval.limit);
  const prepared = await prepareQuery(dependencies, wanted);
  const [{ hits }, messages] = await Promise.all([
    hybridSearch(dependencies, prepared, wanted),
    input.messages === true ? searchMessages(dependencies, prepared.query, wanted) : [],
  ]);
  const kept = hits.filter(({ standing }) => standing === 'kept');
  return {
    hits: kept.map((hit) => ({ ...plainHit(hit), reason: cause(hit) })),
    messages,
    degraded: prepared.embedded.degraded,
  };
}

function toSearchInput(input: SearchInput, defaultLimit: number): HybridSearchInput {
  if (input.text.trim() === '') throw new MemoryError('invalid_input', 'text: needs something to search for');
  return {
    text: input.text,
    project: input.project ?? null,
    sessionId: input.sessionId ?? null,
    topics: [],
    isMessage: false,
    namespaces: (input.namespaces ?? []).map(parseNamespace),
    filter: filterOf(input),
    exclude: new Set(),
    keepPinned: false,
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

const highestLimit = 200;

function checkedLimit(limit: number): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= highestLimit) return limit;
  throw new MemoryError(
    'invalid_input',
    `limit: needs a whole number from 1 to ${highestLimit}, is ${limit}`,
  );
}
