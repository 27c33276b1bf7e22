import type { MemoryOptions } from '../options.ts';
import type { Clock, EmbeddingModel, Log } from '../ports.ts';
import type { Store } from '../store/store.ts';
import { explain, type ExplainInput, type Explanation } from './explain.ts';
import { recall, type Recall, type RecallInput } from './recall.ts';
import type { Reinforcement } from './reinforcement.ts';
import { search, type SearchInput, type SearchResult } from './search.ts';

type Dependencies = {
  store: Pick<Store, 'matchMemories' | 'overviewMemories' | 'getMemory' | 'searchMessages'>;
  /** The embedder that the store was filled by; null when it cannot be had, then words search alone. */
  embeddings: EmbeddingModel | null;
  /** Told what each embedding request cost, in tokens. */
  noteEmbedding: (tokens: number, sessionId: string | null) => void;
  /** The topics that are worked on most, best first. */
  focus: { strongest(project: string | null, count: number): Promise<{ topic: string }[]> };
  reinforcement: Pick<Reinforcement, 'note'>;
  clock: Clock;
  log: Log;
  options: MemoryOptions;
};

/**
 * Reading memories: for a prompt, for people and tools, and why. `recall` and `explain` ask with the strongest topics,
 * which takes one more store call when the caller does not give them.
 */
export function createRetrieval(dependencies: Dependencies) {
  const { focus, reinforcement, options } = dependencies;

  return {
    /**
     * Recall for a turn: one store call. What is injected is strengthened, off the hot path; with `preview` nothing goes
     * into a prompt, and nothing is strengthened. Throws only the reason of an aborted signal, and `invalid_input`.
     */
    async recall({ preview = false, ...input }: RecallInput & { preview?: boolean }): Promise<Recall> {
      const recalled = await recall(dependencies, { ...input, topics: await topicsOf(input) });
      const injected = recalled.memories.filter((hit) => hit.injected);
      if (!preview) reinforcement.note(injected.map(({ memory }) => memory.id));
      return recalled;
    },
    /** Searches for people and tools. Touches nothing. Throws what the store throws, `invalid_input`, and the reason of an aborted signal. */
    search: (input: SearchInput): Promise<SearchResult> => search(dependencies, input),
    /** Why a memory is, or is not, in what `recall` gives for the same input. Touches nothing. Throws as `recall`, and what the store throws. */
    explain: async (input: ExplainInput): Promise<Explanation> =>
      explain(dependencies, { ...input, topics: await topicsOf(input) }),
  };

  async function topicsOf({ topics, project }: RecallInput): Promise<string[]> {
    if (topics) return topics;
    const strongest = await focus.strongest(project, options.retrieval.topicsInQuery);
    return strongest.map(({ topic }) => topic);
  }
}
