import type { Focus } from './focus/focus.ts';
import type { MemoryOptions } from './options.ts';
import type { Log } from './ports.ts';
import type { Recall, RecallInput } from './retrieval/recall.ts';
import type { Reinforcement } from './retrieval/reinforcement.ts';
import type { Store } from './store/store.ts';

type Dependencies = {
  recall: (input: RecallInput) => Promise<Recall>;
  focus: Pick<Focus, 'strongest'>;
  store: Pick<Store, 'recordUsage'>;
  reinforcement: Reinforcement;
  embedder: string;
  options: MemoryOptions;
  log: Log;
};

export type RecallingInput = RecallInput & {
  /** Nothing goes into a prompt: what would be injected is shown, and not strengthened. */
  preview?: boolean;
};

/**
 * Recall for a turn: one store call, and one more for the strongest topics when the caller did not give them. What is injected
 * is strengthened, and the embedding request is entered in the ledger, both off the hot path. Throws only the reason of an
 * aborted signal, and `invalid_input`.
 */
export function createRecalling(dependencies: Dependencies) {
  const { focus, store, reinforcement, embedder, options, log } = dependencies;

  return async function recall({ preview = false, ...input }: RecallingInput): Promise<Recall> {
    const topics = input.topics ?? (await strongest(input.project));
    const recalled = await dependencies.recall({ ...input, topics });
    if (!preview) {
      reinforcement.note(recalled.memories.filter(({ injected }) => injected).map(({ memory }) => memory.id));
    }
    if (recalled.embeddingTokens > 0) recordEmbedding(recalled.embeddingTokens, input.sessionId ?? null);
    return recalled;
  };

  // a declaration, for it stands behind the return
  async function strongest(project: string | null): Promise<string[]> {
    const topics = await focus.strongest(project, options.retrieval.topicsInQuery);
    return topics.map(({ topic }) => topic);
  }

  function recordEmbedding(inputTokens: number, sessionId: string | null): void {
    store
      .recordUsage([
        { operation: 'embed_query', model: embedder, inputTokens, outputTokens: 0, sessionId, jobId: null },
      ])
      .catch((error: unknown) => log.warn({ err: error }, 'a query embedding is missing in the ledger'));
  }
}
