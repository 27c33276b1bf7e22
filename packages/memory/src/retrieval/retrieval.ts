import type { MemoryOptions } from '../options.ts';
import type { Clock, EmbeddingModel, Log } from '../ports.ts';
import type { Store } from '../store/store.ts';
import { createExplain } from './explain.ts';
import { createRecall } from './recall.ts';
import { createSearch } from './search.ts';

export type RetrievalDependencies = {
  store: Pick<Store, 'matchMemories' | 'overviewMemories' | 'getMemory' | 'searchMessages'>;
  /** The embedder that the store was filled by; null when it cannot be had, then words search alone. */
  embeddings: EmbeddingModel | null;
  /** Told what each embedding request cost, in tokens. */
  noteEmbedding: (tokens: number, sessionId: string | null) => void;
  clock: Clock;
  log: Log;
  options: MemoryOptions;
};

/** Reading memories: for a prompt (`recall`), for people and tools (`search`), and why (`explain`). */
export const createRetrieval = (dependencies: RetrievalDependencies) => ({
  recall: createRecall(dependencies),
  search: createSearch(dependencies),
  explain: createExplain(dependencies),
});
