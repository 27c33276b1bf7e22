import type { MemoryOptions } from '../options.ts';
import type { Clock, EmbeddingModel, Log, Source } from '../ports.ts';
import type { Store } from '../store/store.ts';
import type { MemoryRecord } from '../store/memories.ts';
import { lineStart, statementOf } from './format.ts';
import { explain, type ExplainInput, type Explanation } from './explain.ts';
import { recall, type Recall, type RecallBeside, type RecallInput } from './recall.ts';
import type { RedactedText } from '../redaction/redacted-text.ts';
import { contextText, embeddedText, topicsInQuery } from './query.ts';
import { relatedSessions, type RelatedSession, type RelatedSessionsInput } from './related-sessions.ts';
import type { Reinforcement } from './reinforcement.ts';
import { search, type SearchInput, type SearchResult } from './search.ts';
import { chooseStanding, standingHeading, type StandingSection } from './standing.ts';
import { searchStores, type SearchStoresInput, type StoreHit } from './search-stores.ts';

type Dependencies = {
  store: Pick<
    Store,
    | 'matchMemories'
    | 'matchSessions'
    | 'listImportantMemories'
    | 'listStanding'
    | 'listRelated'
    | 'recall'
    | 'getMemory'
    | 'searchMessages'
    | 'listMemories'
  >;
  /** The store's embedder; null if it is not available, in which case only word search runs. */
  embeddings: EmbeddingModel | null;
  /** Called with the token cost of each embedding request. */
  noteEmbedding: (tokens: number, sessionId: string | null) => void;
  /** Returns the strongest topics, strongest first. */
  focus: { strongest(project: string | null, count: number): Promise<{ topic: string }[]> };
  reinforcement: Pick<Reinforcement, 'note'>;
  /** The host's own sources, searched in each recall. */
  sources?: readonly Source[];
  clock: Clock;
  log: Log;
  options: MemoryOptions;
};

/**
 * Reads memories: for a prompt (`recall`), for people and tools (`search`), and why one is or is not in a prompt
 * (`explain`). `recall` and `explain` use the strongest topics; unless the caller passes them, reading them takes one
 * more store call.
 */
export function createRetrieval(dependencies: Dependencies) {
  const { focus, reinforcement, options, embeddings } = dependencies;

  return {
    /** Starts to embed a message whose recall follows: see `prepare`. */
    prepareMessage: (text: RedactedText): void => prepare(embeddedText(text.content)),
    /** Starts to embed the context of the next messages: see `prepare`. */
    prepareContext: (project: string | null, topics: string[]): void =>
      prepare(contextText({ project, topics })),
    /**
     * Recalls for a turn, with three store calls at the same time. Strengthens the injected memories off the hot path, unless `preview`
     * is set, which means that nothing goes into a prompt. Throws only the reason of an aborted signal, and
     * `invalid_input`.
     */
    async recall({ preview = false, ...input }: RecallBeside): Promise<Recall> {
      const recalled = await recall(dependencies, { ...input, topics: await topicsOf(input) });
      const isElsewhere = new Set(input.shown?.map(({ id }) => id));
      const injected = recalled.memories.filter((hit) => hit.injected && !isElsewhere.has(hit.memory.id));
      if (!preview) reinforcement.note(injected.map(({ memory }) => memory.id));
      return recalled;
    },
    /**
     * Searches for people and tools. Strengthens the relevant hits only with `forPrompt`. Throws what the store
     * throws, `invalid_input`, and the reason of an aborted signal.
     */
    async search(input: SearchInput): Promise<SearchResult> {
      const result = await search(dependencies, input);
      if (input.forPrompt === true) {
        reinforcement.note(result.hits.flatMap(({ memory, isRelevant }) => (isRelevant ? [memory.id] : [])));
      }
      return result;
    },
    /** Searches several stores and ranks the hits together. Strengthens nothing. Throws the same errors as `search`. */
    searchStores: (input: SearchStoresInput): Promise<{ hits: StoreHit[]; degraded: string[] }> =>
      searchStores(dependencies, input),
    /**
     * Returns the lines of memories as a prompt shows them, in the given order, without memories that have no legible
     * text left.
     */
    linesOf(memories: MemoryRecord[]): { id: string; text: string }[] {
      const read = { now: dependencies.clock.now(), timeZone: options.timeZone };
      return memories.flatMap((memory) => {
        const statement = statementOf(memory, 'content', false);
        return statement === null
          ? []
          : [{ id: memory.id, text: `${lineStart(memory, false, read)}${statement}` }];
      });
    },
    /** Chooses what every prompt says about the user and how to work, within `budgetTokens` and `retrieval.standingTokens`. */
    standing: (memories: MemoryRecord[], budgetTokens: number): StandingSection & { heading: string } => ({
      ...chooseStanding(memories, Math.min(budgetTokens, options.retrieval.standingTokens), options.timeZone),
      heading: standingHeading,
    }),
    relatedSessions: (input: RelatedSessionsInput): Promise<RelatedSession[]> =>
      relatedSessions(dependencies, input),
    /**
     * Explains why a memory is, or is not, in the result of `recall` for the same input. Strengthens nothing. Throws
     * the same errors as `recall`, and what the store throws.
     */
    explain: async (input: ExplainInput): Promise<Explanation> =>
      explain(dependencies, { ...input, topics: await topicsOf(input) }),
  };

  /**
   * Starts to embed a text of the next recall, if the embedder costs nothing and keeps the vector. Returns at once and
   * throws nothing: after a failure, the recall tries again and reports it.
   */
  function prepare(text: string): void {
    if (embeddings?.isLocal !== true || embeddings.isCaching !== true || text === '') return;
    embeddings.embed([text], { kind: 'query' }).catch(() => {});
  }

  async function topicsOf({ topics, project }: RecallInput): Promise<string[]> {
    if (topics) return topics;
    const strongest = await focus.strongest(project, topicsInQuery);
    return strongest.map(({ topic }) => topic);
  }
}
