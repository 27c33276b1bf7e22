import { scopeOf } from '../namespaces.ts';
import type { EmbeddingModel } from '../ports.ts';
import type { Neighbour } from '../store/matching.ts';
import type { StoredCandidate } from '../store/memories.ts';
import type { Store } from '../store/store.ts';

type Searched = Pick<StoredCandidate, 'namespace' | 'vector' | 'words' | 'contentHash'>;
type Setting = {
  store: Store;
  embeddings: EmbeddingModel | null;
  limit: number;
};

/** Finds the memories to compare each candidate with, best first, in one call. */
export async function findNeighbours(
  candidates: Searched[],
  { store, embeddings, limit }: Setting,
): Promise<Neighbour[][]> {
  if (candidates.length === 0) return [];
  const queries = candidates.map(({ vector, words, namespace, contentHash }) => ({
    vector,
    words,
    scope: scopeOf(namespace),
    contentHash,
  }));
  return store.matchNeighbours(queries, {
    noiseFloor: embeddings?.thresholds.noiseFloor ?? 1,
    embeddingModel: embeddings?.id ?? null,
    limit,
  });
}
