import { MemoryError } from '../errors.ts';
import { parseNamespace } from '../namespaces.ts';
import type { Store } from '../store/store.ts';
import type { Hit, MemoryFilter } from '../types.ts';
import { findRanked, prepareQuery, type FindDependencies, type FindInput } from './find.ts';
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

type Dependencies = FindDependencies & { store: FindDependencies['store'] & Pick<Store, 'searchMessages'> };

/**
 * Searches for people and tools: the legs, fusion and threshold of `recall`, without a budget, pinned memories only when
 * they are relevant, nothing touched. An embedder that fails leaves word search, told in `degraded`.
 *
 * Throws what the store throws, the reason of an aborted signal, and `invalid_input`.
 */
export function createSearch(dependencies: Dependencies) {
  return async function search(input: SearchInput): Promise<SearchResult> {
    const wanted = toFindInput(input, dependencies.options.retrieval.limit);
    const prepared = await prepareQuery(dependencies, wanted);
    const [{ hits: ranked }, messages] = await Promise.all([
      findRanked(dependencies, prepared, wanted),
      input.messages === true ? searchMessages(dependencies, prepared.query, wanted) : [],
    ]);
    return {
      hits: ranked
        .filter(({ standing }) => standing === 'kept')
        .map((hit) => ({
          memory: hit.memory,
          similarity: hit.similarity,
          wordScore: hit.wordScore,
          legs: hit.legs,
          score: hit.score,
          reason: cause(hit),
        })),
      messages,
      degraded: prepared.embedded.degraded,
    };
  };
}

function toFindInput(input: SearchInput, defaultLimit: number): FindInput {
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
