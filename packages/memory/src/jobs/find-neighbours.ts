import { scopeOf } from '../namespaces.ts';
import type { EmbeddingModel } from '../ports.ts';
import type { Neighbour } from '../store/matching.ts';
import type { StoredCandidate } from '../store/memories.ts';
import type { Store } from '../store/store.ts';

/** Best-ranked neighbours to compare a candidate with. */
export const comparedNeighbours = 5;

/** A candidate, or a stored memory by its id. */
type Comparable = Pick<StoredCandidate, 'vector' | 'words' | 'contentHash' | 'namespace'>;
type Setting = { store: Store; embeddings: EmbeddingModel | null; limit: number };

/** Finds the memories to compare each candidate with, best first, in one call. */
export async function findNeighbours(
  candidates: Comparable[],
  { store, embeddings, limit }: Setting,
): Promise<Neighbour[][]> {
  if (candidates.length === 0) return [];
  const queries = candidates.map(({ vector, words, contentHash, namespace }) => ({
    vector,
    words,
    contentHash,
    scope: scopeOf(namespace),
  }));
  return store.matchNeighbours(queries, {
    noiseFloor: embeddings?.thresholds.noiseFloor ?? 1,
    embeddingModel: embeddings?.id ?? null,
    limit,
  });
}
