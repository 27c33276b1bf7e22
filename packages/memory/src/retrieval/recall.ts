import { MemoryError } from '../errors.ts';
import type { Clock, Log, Source } from '../ports.ts';
import {
  hybridSearch,
  prepareQuery,
  type HybridSearchInput,
  type PreparedQuery,
  type SearchDependencies,
} from './hybrid-search.ts';
import {
  blockText,
  fitPassages,
  rankChunks,
  toPassages,
  type RecalledPassage,
  type SourceBlock,
} from './passages.ts';
import type { QueryVector } from './query-vector.ts';
import { searchSources } from './search-sources.ts';
import type { RankedHit } from './rank.ts';
import type { RedactedText } from '../redaction/redacted-text.ts';
import { fitSaid, type RecalledMessage } from './said-block.ts';
import { rankSaid } from './said.ts';
import type { RecallMatches, SaidMatch } from '../store/matching.ts';
import { relatedEach } from './related.ts';
import { select, type RecalledMemory } from './select.ts';
import { formatSignals } from './signals.ts';
import { isTimeout } from '../time-limit.ts';

export type RecallInput = {
  /** The user's message. */
  text: string | RedactedText;
  /** The user's messages before it, newest first: a question that names nothing ("why?") is about what the nearest of them names. */
  previous?: string[] | undefined;
  project: string | null;
  /** The agent that asks, which also reads what it keeps for itself. */
  agent?: string | null | undefined;
  /** The session that asks: what stands in its context is not brought back. */
  sessionId?: string | null;
  /** Names of the current topics, strongest first. */
  topics?: string[];
  /** Token budget of the block. Default: `retrieval.tokenBudget`. */
  budgetTokens?: number | undefined;
  /** Token budget of what documents and other sources tell, beside that. Default: `retrieval.sourceTokens`. */
  sourceTokens?: number | undefined;
  /** Ids that are not injected in this session. */
  exclude?: string[] | undefined;
  /** Texts that the prompt holds elsewhere: what was said is not quoted where they say it already. */
  told?: string[] | undefined;
  /** Numbers of messages of the session that are not brought back. */
  hiddenMessages?: number[] | undefined;
  signal?: AbortSignal | undefined;
};

export type Recall = {
  /** For the system context: "Relevant Memories", "Said before", "From documents" and what other sources tell; '' when nothing is injected. */
  block: string;
  /** The parts of the block: what memory tells, and a section for each source. */
  parts: { memory: string; sources: SourceBlock[] };
  /** "Memory Quality", a paragraph; '' when nothing was found and all is well. */
  signals: string;
  /** All relevant memories, then what those in the block are related to, then the nearest misses; each best first. */
  memories: RecalledMemory[];
  /** Past messages that are relevant, best first. */
  said: RecalledMessage[];
  /** What documents and other sources tell about it, best first. */
  passages: RecalledPassage[];
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

type Dependencies = SearchDependencies & {
  clock: Clock;
  log: Log;
  /** Of the host. */
  sources?: readonly Source[];
};

/**
 * What to put into the prompt for a message: at most one embedding request, one store call, and a search of each source of the host. Strengthens nothing:
 * the caller tells `Reinforcement` what was put into a prompt.
 *
 * When the embedder fails or is slow, only word search runs; when the store does, the recall is empty. Both are reported in
 * `degraded`. Throws only the reason of an aborted signal, and `invalid_input`.
 */
export async function recall(dependencies: Dependencies, input: RecallInput): Promise<Recall> {
  const { limit, tokenBudget, sourceTokens, searchTimeout } = dependencies.options.retrieval;
  const budget = checkedBudget('budgetTokens', input.budgetTokens ?? tokenBudget);
  const sourceBudget = checkedBudget('sourceTokens', input.sourceTokens ?? sourceTokens);
  const wanted = { ...toSearchInput(input, limit), saidLimit: limit };
  const prepared = await prepareQuery(dependencies, wanted);
  const [{ found, failure }, others] = await Promise.all([
    searchOrFail(dependencies, prepared, wanted),
    searchSources(
      dependencies.sources ?? [],
      {
        query: prepared.text,
        vector: prepared.embedded.vector,
        project: input.project,
        budgetTokens: sourceBudget,
      },
      { milliseconds: searchTimeout, signal: input.signal, log: dependencies.log },
    ),
  ]);
  const degraded = [...prepared.embedded.degraded, ...failure, ...others.degraded];
  const question = { thresholds: prepared.embedded.thresholds, wordCount: prepared.query.wordCount };
  const fitted = fitPassages(
    [...toPassages(rankChunks(found.chunks, question)), ...others.items],
    sourceBudget,
  );
  const selected = select(found, budget, {
    project: input.project,
    now: dependencies.clock.now(),
    exclude: wanted.exclude,
  });
  const { memories, misses } = selected;
  const talk = fitSaid(
    rankSaid(withoutHidden(found.said, input), question),
    Math.min(budget - selected.tokens, budget * saidShare),
    {
      known: [
        ...(input.told ?? []),
        ...memories.flatMap(({ memory, injected }) => (injected ? [memory.content] : [])),
        // what the agent once quoted may be out of date
        ...fitted.passages.flatMap(({ text, injected }) => (injected ? [text] : [])),
      ],
      words: prepared.query.words,
    },
  );
  const relevant = found.hits.filter(({ place }) => place !== null).length;
  const memory = joined([selected.block, talk.block]);
  return {
    block: joined([memory, ...fitted.blocks.map(blockText)]),
    parts: { memory, sources: fitted.blocks },
    signals: formatSignals(memories, relevant, degraded),
    memories: [...memories, ...misses.slice(0, reportedMisses)],
    said: talk.messages,
    passages: fitted.passages,
    tokens: selected.tokens + talk.tokens + fitted.tokens,
    embedded: prepared.embedded,
    degraded,
  };
}

const joined = (blocks: string[]): string => blocks.filter((block) => block !== '').join('\n\n');

const withoutHidden = (
  said: SaidMatch[],
  { sessionId = null, hiddenMessages = [] }: RecallInput,
): SaidMatch[] =>
  said.filter(({ message }) => message.sessionId !== sessionId || !hiddenMessages.includes(message.number));

async function searchOrFail(
  dependencies: Dependencies,
  prepared: PreparedQuery,
  wanted: HybridSearchInput,
): Promise<{ found: { hits: RankedHit[] } & Omit<RecallMatches, 'memories'>; failure: string[] }> {
  try {
    return { found: await hybridSearch(dependencies, prepared, wanted), failure: [] };
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
      found: { hits: [], related: [], said: [], chunks: [] },
      failure: [`memories could not be searched (${why}): the turn goes on without them`],
    };
  }
}

export const toSearchInput = (
  {
    text,
    previous = [],
    project,
    agent = null,
    sessionId = null,
    topics = [],
    exclude = [],
    signal,
  }: RecallInput,
  limit: number,
): HybridSearchInput => ({
  text,
  previous,
  project,
  agent,
  sessionId,
  topics,
  isMessage: true,
  namespaces: [],
  filter: {},
  exclude: new Set(exclude),
  keepPinned: true,
  limit,
  relatedLimit: relatedEach,
  signal,
});

export function checkedBudget(name: 'budgetTokens' | 'sourceTokens', budget: number): number {
  if (Number.isFinite(budget) && budget >= 0) return budget;
  throw new MemoryError('invalid_input', `${name}: needs a number of at least 0, is ${budget}`);
}
