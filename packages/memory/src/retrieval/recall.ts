import { MemoryError } from '../errors.ts';
import type { Clock, Log } from '../ports.ts';
import {
  hybridSearch,
  prepareQuery,
  type HybridSearchInput,
  type PreparedQuery,
  type SearchDependencies,
} from './hybrid-search.ts';
import type { QueryVector } from './query-vector.ts';
import type { RankedHit } from './rank.ts';
import type { RedactedText } from '../redaction/redacted-text.ts';
import { fitSaid, type RecalledMessage } from './said-block.ts';
import { rankSaid } from './said.ts';
import type { SaidMatch } from '../store/matching.ts';
import { select, type RecalledMemory } from './select.ts';
import { formatSignals } from './signals.ts';
import { isTimeout } from '../time-limit.ts';

export type RecallInput = {
  /** The user's message. */
  text: string | RedactedText;
  /** The user's messages before it, newest first: a question that names nothing ("why?") is about what the nearest of them names. */
  previous?: string[] | undefined;
  project: string | null;
  /** The session that asks: what stands in its context is not brought back. */
  sessionId?: string | null;
  /** Names of the current topics, strongest first. */
  topics?: string[];
  /** Token budget of the block. Default: `retrieval.tokenBudget`. */
  budgetTokens?: number | undefined;
  /** Ids that are not injected in this session. */
  exclude?: string[] | undefined;
  /** Numbers of messages of the session that are not brought back. */
  hiddenMessages?: number[] | undefined;
  signal?: AbortSignal | undefined;
};

export type Recall = {
  /** "Relevant Memories" for the system context, and "Said before"; '' when nothing is injected. */
  block: string;
  /** "Memory Quality", a paragraph; '' when nothing was found and all is well. */
  signals: string;
  /** All relevant memories, then the nearest misses; best first. */
  memories: RecalledMemory[];
  /** Past messages that are relevant, best first. */
  said: RecalledMessage[];
  /** Tokens of the block. */
  tokens: number;
  /** The vector of the message, for further searches. */
  embedded: QueryVector;
  /** What did not work as it should, in words; empty when all is well. */
  degraded: string[];
};

/** What was said may fill this share of the budget, where memories leave it. */
const saidShare = 0.2;
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
  const wanted = { ...toSearchInput(input, limit), saidLimit: limit };
  const prepared = await prepareQuery(dependencies, wanted);
  const { ranked, said, failure } = await searchOrFail(dependencies, prepared, wanted);
  const degraded = [...prepared.embedded.degraded, ...failure];
  const selected = select(ranked, budget, { project: input.project, now: dependencies.clock.now() });
  const { memories } = selected;
  const talk = fitSaid(
    rankSaid(withoutHidden(said, input), {
      thresholds: prepared.embedded.thresholds,
      wordCount: prepared.query.wordCount,
    }),
    Math.min(budget - selected.tokens, budget * saidShare),
    {
      memories: memories.flatMap(({ memory, injected }) => (injected ? [memory.content] : [])),
      words: prepared.query.words,
    },
  );
  const found = ranked.filter(({ place }) => place !== null).length;
  const kept = ranked.filter(({ standing }) => standing === 'kept').length;
  return {
    block: [selected.block, talk.block].filter((block) => block !== '').join('\n\n'),
    signals: formatSignals(memories, found, degraded),
    memories: memories.slice(0, kept + reportedMisses),
    said: talk.messages,
    tokens: selected.tokens + talk.tokens,
    embedded: prepared.embedded,
    degraded,
  };
}

const withoutHidden = (
  said: SaidMatch[],
  { sessionId = null, hiddenMessages = [] }: RecallInput,
): SaidMatch[] =>
  said.filter(({ message }) => message.sessionId !== sessionId || !hiddenMessages.includes(message.number));

async function searchOrFail(
  dependencies: Dependencies,
  prepared: PreparedQuery,
  wanted: HybridSearchInput,
): Promise<{ ranked: RankedHit[]; said: SaidMatch[]; failure: string[] }> {
  try {
    const { hits, said } = await hybridSearch(dependencies, prepared, wanted);
    return { ranked: hits, said, failure: [] };
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
      said: [],
      failure: [`memories could not be searched (${why}): the turn goes on without them`],
    };
  }
}

export const toSearchInput = (
  { text, previous = [], project, sessionId = null, topics = [], exclude = [], signal }: RecallInput,
  limit: number,
): HybridSearchInput => ({
  text,
  previous,
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
