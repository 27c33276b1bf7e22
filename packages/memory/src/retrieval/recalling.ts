import type { MemoryOptions } from '../options.ts';
import type { ExplainInput, Explanation } from './explain.ts';
import type { Recall, RecallInput } from './recall.ts';
import type { Reinforcement } from './reinforcement.ts';

type Dependencies = {
  recall: (input: RecallInput) => Promise<Recall>;
  explain: (input: ExplainInput) => Promise<Explanation>;
  /** The topics that are worked on most, best first. */
  focus: { strongest(project: string | null, count: number): Promise<{ topic: string }[]> };
  reinforcement: Reinforcement;
  options: MemoryOptions;
};

export type RecallingInput = RecallInput & {
  /** Nothing goes into a prompt: what would be injected is shown, and not strengthened. */
  preview?: boolean;
};

/** What a turn gets, and why: both ask with the strongest topics, which take one more store call when the caller did not give them. */
export function createRecalling(dependencies: Dependencies) {
  const { focus, reinforcement, options } = dependencies;

  return {
    /**
     * Recall for a turn: one store call. What is injected is strengthened, off the hot path. Throws only the reason of an
     * aborted signal, and `invalid_input`.
     */
    async recall({ preview = false, ...input }: RecallingInput): Promise<Recall> {
      const recalled = await dependencies.recall({ ...input, topics: await topicsOf(input) });
      if (!preview) {
        reinforcement.note(
          recalled.memories.filter(({ injected }) => injected).map(({ memory }) => memory.id),
        );
      }
      return recalled;
    },
    /** Why a memory is, or is not, in what `recall` gives for the same input. Touches nothing. Throws as `recall`, and what the store throws. */
    explain: async (input: ExplainInput): Promise<Explanation> =>
      dependencies.explain({ ...input, topics: await topicsOf(input) }),
  };

  async function topicsOf({ topics, project }: RecallInput): Promise<string[]> {
    if (topics) return topics;
    const strongest = await focus.strongest(project, options.retrieval.topicsInQuery);
    return strongest.map(({ topic }) => topic);
  }
}
