import { rivalWords } from '../dedup/rival-values.ts';
import { haveSameSubject } from '../dedup/same-subject.ts';
import { scopeOf } from '../namespaces.ts';
import type { EmbeddingModel } from '../ports.ts';
import type { Neighbour, Store, StoredCandidate } from '../store/store.ts';

type Searched = Pick<StoredCandidate, 'content' | 'namespace' | 'vector' | 'words' | 'contentHash'>;
type Setting = {
  store: Pick<Store, 'matchNeighbours'>;
  embeddings: EmbeddingModel | null;
  limit: number;
};

/**
 * The memories that each candidate is compared with, best first, in one call. Behind the nearest stand those that name a rival of
 * a value of the candidate and speak of the same ("Prefers tabs", of "I prefer spaces"), which nothing else brings: they share no word.
 */
export async function findNeighbours(
  candidates: Searched[],
  { store, embeddings, limit }: Setting,
): Promise<Neighbour[][]> {
  if (candidates.length === 0) return [];
  const own = candidates.map(({ vector, words, namespace, contentHash }) => ({
    vector,
    words,
    scope: scopeOf(namespace),
    contentHash,
  }));
  const ofRivals = candidates.flatMap(({ content }, index) => {
    const query = own[index];
    const words = rivalWords(content);
    return query && words.length > 0 ? [{ index, query: { ...query, vector: null, words } }] : [];
  });
  const found = await store.matchNeighbours([...own, ...ofRivals.map(({ query }) => query)], {
    noiseFloor: embeddings?.thresholds.noiseFloor ?? 1,
    embeddingModel: embeddings?.id ?? null,
    limit,
  });
  return candidates.map(({ content }, index) => {
    const nearest = found[index] ?? [];
    const place = ofRivals.findIndex((one) => one.index === index);
    const rivals = place < 0 ? [] : (found[own.length + place] ?? []);
    const isNew = ({ memory }: Neighbour): boolean => !nearest.some((one) => one.memory.id === memory.id);
    return [
      ...nearest,
      ...rivals.filter((one) => isNew(one) && haveSameSubject(content, one.memory.content)),
    ];
  });
}
