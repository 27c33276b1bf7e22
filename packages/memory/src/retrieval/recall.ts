import { z } from 'zod';
import { MemoryError } from '../errors.ts';
import * as fields from '../fields/fields.ts';
import { memoryFilter } from '../fields/memory-filter.ts';
import type { Clock, Log, Source } from '../ports.ts';
import {
  hybridSearch,
  isNarrowed,
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
import { asksOnlyTimes } from './query.ts';
import type { QueryVector } from './query-vector.ts';
import { searchSources } from './search-sources.ts';
import type { RankedHit } from './rank.ts';
import { fitSaid, type RecalledMessage } from './said-block.ts';
import { rankSaid } from './said.ts';
import type { RecallMatches, SaidMatch } from '../store/matching.ts';
import { relatedEach } from './related.ts';
import { select, type RecalledMemory } from './select.ts';
import { formatSignals } from './signals.ts';
import { besideShown, elsewhereMemories, standingMemories, standingOrFail } from './recall-standing.ts';
import { standingBlock } from './standing.ts';
import type { MemoryRecord } from '../store/memories.ts';
import { countTokens } from '../text/tokens.ts';
import { isTimeout } from '../time-limit.ts';

export const recallInput = z.strictObject({
  /** The user's message. */
  text: fields.messageText,
  /**
   * The user's messages before it, newest first. A question without a subject ("why?") is about the subject of the
   * most recent of them that has one.
   */
  previous: z.string().array().optional(),
  project: fields.project,
  /** The agent that asks; it also reads the memories that only it may read. */
  agent: z.string().nullish(),
  /** The session that asks. Messages in its context are not brought back. */
  sessionId: fields.id.nullish(),
  /** Names of the current topics, strongest first. */
  topics: z.string().array().optional(),
  /** Token budget of the block without passages. Default: `retrieval.tokenBudget`. */
  budgetTokens: fields.amount,
  /**
   * Token budget of the passages of documents and other sources, in addition to `budgetTokens`. Default:
   * `retrieval.sourceTokens`.
   */
  sourceTokens: fields.amount,
  /**
   * Token budget of the section about the user and how to work, in addition to the others. Default:
   * `retrieval.standingTokens`. 0: the section is left out.
   */
  standingTokens: fields.amount,
  /** Narrows the memories that may be relevant. What every prompt has, past messages and documents stay. */
  filter: memoryFilter.optional(),
  /** Ids of memories that are not injected. */
  exclude: fields.id.array().optional(),
  /** Texts in other parts of the prompt: a past message whose content they already contain is not quoted. */
  told: z.string().array().optional(),
  /** Numbers of messages of the session that are not brought back. */
  hiddenMessages: fields.whole.array().optional(),
  /** Strengthens nothing. */
  preview: fields.flag,
  signal: fields.signal,
});
export type RecallInput = z.input<typeof recallInput>;

/** `shown`: memories in other parts of the prompt, the standing ones among them; the recall then neither reads nor repeats them. */
export type RecallBeside = RecallInput & { shown?: MemoryRecord[] | undefined };

/** What `recall` found for a message, ready for a prompt and item by item. */
export type Recall = {
  /**
   * For the system context: "About the user and how to work", then "Relevant Memories", "Said before", "From documents"
   * and the passages of other sources; '' if nothing is injected.
   */
  block: string;
  /**
   * The parts of the block: the section that is the same whatever the message says, for the stable beginning of a prompt;
   * memories and past messages; and a section for each source.
   */
  parts: { standing: string; memory: string; sources: SourceBlock[] };
  /** The paragraph "Memory Quality"; '' if nothing is degraded. */
  signals: string;
  /**
   * The memories of the section about the user and how to work, then all relevant memories, then the memories related to
   * those in the block, then the nearest misses; each group best first.
   */
  memories: RecalledMemory[];
  /** Relevant past messages, best first. */
  said: RecalledMessage[];
  /** Relevant passages of documents and other sources, best first. */
  passages: RecalledPassage[];
  /** Tokens of the block. */
  tokens: number;
  /** The vector of the message, which further searches can reuse. */
  embedded: QueryVector;
  /** What failed or was slow, in words; empty if nothing did. */
  degraded: string[];
};

/** The share of the budget that past messages may fill, if memories leave that much; all that they leave if all of something is asked for. */
const saidShare = 0.4;
/** The maximum number of reported misses: enough to show why, few enough for a frame. */
const reportedMisses = 15;

type Dependencies = SearchDependencies & {
  clock: Clock;
  log: Log;
  /** The host's own sources. */
  sources?: readonly Source[];
};

/**
 * Builds what the prompt gets for a message. Makes at most one embedding request, three store calls at the same time, and one
 * search in each source of the host. Strengthens nothing: the caller passes what was put into a prompt to `Reinforcement`.
 *
 * If the embedder fails or is slow, only word search runs; if the store does, the recall is empty. Both are reported
 * in `degraded`. Throws only the reason of an aborted signal, and `invalid_input`.
 */
export async function recall(dependencies: Dependencies, input: RecallBeside): Promise<Recall> {
  const { limit, tokenBudget, sourceTokens, standingTokens, searchTimeout } = dependencies.options.retrieval;
  const budget = checkedBudget('budgetTokens', input.budgetTokens ?? tokenBudget);
  const sourceBudget = checkedBudget('sourceTokens', input.sourceTokens ?? sourceTokens);
  const standingBudget = checkedBudget('standingTokens', input.standingTokens ?? standingTokens);
  const reading = standingOrFail(dependencies, input, standingBudget);
  const told = reading.then(({ section }) => [...(input.shown ?? []), ...section.told]);
  const wanted = {
    ...toSearchInput(input, limit),
    now: dependencies.clock.now(),
    shown: told.then((memories) => new Set(memories.map(({ id }) => id))),
    saidLimit: limit,
  };
  const prepared = await prepareQuery(dependencies, wanted);
  const [{ found, failure }, always, shown, others] = await Promise.all([
    searchOrFail(dependencies, prepared, wanted),
    reading,
    told,
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
  const degraded = [
    ...prepared.embedded.degraded,
    // a store that is down fails both
    ...(failure.length > 0 ? failure : always.failure),
    ...others.degraded,
  ];
  const { wordCount, isOfAsker, asksForSeveral, times } = prepared.query;
  const question = {
    ...{ thresholds: prepared.embedded.thresholds, wordCount, isOfAsker, asksForSeveral, times },
    asksOnlyTimes: asksOnlyTimes(prepared.query),
  };
  const fitted = fitPassages(
    [...toPassages(rankChunks(found.chunks, question)), ...others.items],
    sourceBudget,
  );
  const hits = besideShown(found.hits, shown);
  const selected = select({ ...found, hits }, budget, {
    project: input.project,
    now: dependencies.clock.now(),
    timeZone: dependencies.options.timeZone,
    exclude: new Set([...wanted.exclude, ...shown.map(({ id }) => id)]),
  });
  const { memories, misses } = selected;
  const talk = fitSaid(
    rankSaid(withoutHidden(found.said, input), question),
    Math.min(budget - selected.tokens, budget * (prepared.query.asksForSeveral ? 1 : saidShare)),
    {
      known: [
        ...(input.told ?? []),
        ...always.section.lines.map(({ text }) => text),
        ...memories.flatMap(({ memory, injected }) => (injected ? [memory.content] : [])),
        // a passage is current, while the agent may have quoted an older version
        ...fitted.passages.flatMap(({ text, injected }) => (injected ? [text] : [])),
      ],
      memories: [
        ...[...shown, ...memories.flatMap(({ memory, injected }) => (injected ? [memory] : []))].map(
          (memory) => ({ ...memory, standing: 'injected' as const }),
        ),
        ...found.hits.flatMap(({ memory, standing }) =>
          standing === 'excluded' ? [{ ...memory, standing }] : [],
        ),
      ],
      words: prepared.query.words,
      asked: prepared.text,
      asksForSeveral: prepared.query.asksForSeveral,
      agent: input.agent ?? null,
      timeZone: dependencies.options.timeZone,
    },
  );
  const memory = joined([selected.block, talk.block]);
  const about = standingBlock(always.section);
  return {
    block: joined([about, memory, ...fitted.blocks.map(blockText)]),
    parts: { standing: about, memory, sources: fitted.blocks },
    signals: formatSignals(degraded),
    memories: [
      ...standingMemories(always.section, found.hits),
      ...elsewhereMemories(input.shown ?? [], found.hits),
      ...memories,
      ...misses.slice(0, reportedMisses),
    ],
    said: talk.messages,
    passages: fitted.passages,
    tokens: countTokens(about) + selected.tokens + talk.tokens + fitted.tokens,
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
    shown = [],
    filter = {},
    signal,
  }: RecallBeside,
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
  filter,
  exclude: new Set([...exclude, ...shown.map(({ id }) => id)]),
  keepPinned: true,
  limit,
  // a related memory need not fit the filter
  relatedLimit: isNarrowed({ namespaces: [], filter }) ? 0 : relatedEach,
  signal,
});

export function checkedBudget(
  name: 'budgetTokens' | 'sourceTokens' | 'standingTokens',
  budget: number,
): number {
  if (Number.isFinite(budget) && budget >= 0) return budget;
  throw new MemoryError('invalid_input', `${name}: needs a number of at least 0, is ${budget}`);
}
