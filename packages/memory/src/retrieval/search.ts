import { z } from 'zod';
import { MemoryError } from '../errors.ts';
import * as fields from '../fields/fields.ts';
import { memoryFilter } from '../fields/memory-filter.ts';
import { parseNamespace, readableScopes } from '../namespaces.ts';
import type { Store } from '../store/store.ts';
import type { Hit, MemoryFilter } from '../types.ts';
import { placesOf, type Place } from '../text/words.ts';
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

export const searchInput = z.strictObject({
  /** May be empty if `since` or `until` is set, or `holdsSince` or `holdsUntil` of the filter; then everything of that period is listed. */
  text: z.string(),
  /** The project to search, in addition to the user's and the global memories. */
  project: fields.project.optional(),
  /** Also searches the memories that only this agent may read. */
  agent: z.string().nullish(),
  /** The session that asks, for the ledger. */
  sessionId: fields.id.nullish(),
  /** Only these namespaces and the ones below them. */
  namespaces: z.string().array().optional(),
  /** The maximum number of memories, and of messages. Default: `retrieval.limit`. */
  limit: fields.amount,
  filter: memoryFilter.optional(),
  /** Ids of memories to leave out. */
  exclude: fields.id.array().optional(),
  /** Shorthand for the field of `filter`. */
  since: fields.moment.optional(),
  /** Shorthand for the field of `filter`. */
  until: fields.moment.optional(),
  /** Shorthand for the field of `filter`. */
  asOf: fields.moment.optional(),
  /**
   * The hits are put into a prompt, which counts as an access of each relevant one. Messages that the user keeps out of the prompts of their
   * session are left out.
   */
  forPrompt: fields.flag,
  /** Also searches past messages by words. */
  messages: fields.flag,
  signal: fields.signal,
});
export type SearchInput = z.input<typeof searchInput>;

export type SearchResult = {
  /** Best first, each with its figures, whether `recall` would consider it relevant, and where its content has words of the text. */
  hits: (Hit & { isRelevant: boolean; reason: string; marks: Place[] })[];
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
  const words = new Set(prepared.query.words);
  const kept = hits.filter(({ standing }) => standing === 'kept');
  return {
    hits: kept.map((hit) => ({
      ...plainHit(hit),
      isRelevant: hit.judgement.isRelevant,
      reason: evidenceFor(hit),
      marks: placesOf(hit.memory.content, words),
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
    marks: [],
  }));
  return { hits, messages, degraded: [] };
}

function toSearchInput(input: SearchInput, defaultLimit: number): HybridSearchInput {
  const filter = filterOf(input);
  const { since, until, holdsSince, holdsUntil } = filter;
  if (input.text.trim() === '' && !(since ?? until ?? holdsSince ?? holdsUntil))
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
