import { MemoryError } from '../errors.ts';
import type { Clock, Log } from '../ports.ts';
import {
  hybridSearch,
  prepareQuery,
  type HybridSearchInput,
  type PreparedQuery,
  type SearchDependencies,
} from './hybrid-search.ts';
import type { RankedHit } from './rank.ts';
import type { RedactedText } from '../redaction/redacted-text.ts';
import { select, type RecalledMemory } from './select.ts';
import { formatSignals } from './signals.ts';
import { isTimeout } from '../time-limit.ts';

export type RecallInput = {
  /** The user's message. */
  text: string | RedactedText;
  project: string | null;
  /** For the log and the ledger. */
  sessionId?: string | null;
  /** Names of the current topics, strongest first. */
  topics?: string[];
  /** Token budget of the block. Default: `retrieval.tokenBudget`. */
  budgetTokens?: number | undefined;
  /** Ids that are not injected in this session. */
  exclude?: string[] | undefined;
  signal?: AbortSignal | undefined;
};

export type Recall = {
  /** "Relevant Memories" for the system context; '' when nothing is injected. */
  block: string;
  /** "Memory Quality", a paragraph; '' when nothing was found and all is well. */
  signals: string;
  /** All relevant memories, then the nearest misses; best first. */
  memories: RecalledMemory[];
  /** Tokens of the block. */
  tokens: number;
  /** What did not work as it should, in words; empty when all is well. */
  degraded: string[];
};

/** The most misses that are reported: enough to see why, few enough for a frame. */
const reportedMisses = 15;

type Dependencies = SearchDependencies & { clock: Clock; log: Log };

/**
 * The memories to put into the prompt for a message: at most one embedding request and one store call. Strengthens nothing:
 * the caller tells `Reinforcement` what was put into a prompt.
 *
 * When the embedder fails or is slow, only word search runs; when the store does, the recall is empty. Both are reported in
 * `degraded`. Throws only the reason of an aborted signal, and `invalid_input`.
 */
export async function recall(dependencies: Dependencies, input: RecallInput): Promise<Recall> {
  const { limit, tokenBudget } = dependencies.options.retrieval;
  const budget = checkedBudget(input.budgetTokens ?? tokenBudget);
  const wanted = toSearchInput(input, limit);
  const prepared = await prepareQuery(dependencies, wanted);
  const { ranked, failure } = await searchOrFail(dependencies, prepared, wanted);
  const degraded = [...prepared.embedded.degraded, ...failure];
  const { memories, block, tokens } = select(ranked, budget, {
    project: input.project,
    now: dependencies.clock.now(),
  });
  const found = ranked.filter(({ place }) => place !== null).length;
  const kept = ranked.filter(({ standing }) => standing === 'kept').length;
  return {
    block,
    signals: formatSignals(memories, found, degraded),
    memories: memories.slice(0, kept + reportedMisses),
    tokens,
    degraded,
  };
}

async function searchOrFail(
  dependencies: Dependencies,
  prepared: PreparedQuery,
  wanted: HybridSearchInput,
): Promise<{ ranked: RankedHit[]; failure: string[] }> {
  try {
    return { ranked: (await hybridSearch(dependencies, prepared, wanted)).hits, failure: [] };
  } catch (error) {
    wanted.signal?.throwIfAborted();
    const { sessionId } = wanted;
    dependencies.log.warn(
      { err: error, sessionId },
      'memories could not be searched: the turn goes on without them',
    );
    const why = isTimeout(error)
      ? `the store did not answer within ${dependencies.options.retrieval.searchTimeout} ms`
      : error instanceof Error
        ? error.message
        : String(error);
    return {
      ranked: [],
      failure: [`memories could not be searched (${why}): the turn goes on without them`],
    };
  }
}

export const toSearchInput = (
  { text, project, sessionId = null, topics = [], exclude = [], signal }: RecallInput,
  limit: number,
): HybridSearchInput => ({
  text,
  project,
  sessionId,
  topics,
  isMessage: true,
  namespaces: [],
  filter: {},
  exclude: new Set(exclude),
  keepPinned: true,
  limit,
  signal,
});

export function checkedBudget(budget: number): number {
  if (Number.isFinite(budget) && budget >= 0) return budget;
  throw new MemoryError('invalid_input', `budgetTokens: needs a number of at least 0, is ${budget}`);
}
