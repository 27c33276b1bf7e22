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
  const own = candidates.map(({ content, namespace, ...fields }) => ({
    vector: fields.vector,
    words: fields.words,
    scope: scopeOf(namespace),
    contentHash: fields.contentHash,
    rivals: rivalWords(content),
  }));
  const withRivals = own.filter(({ rivals }) => rivals.length > 0);
  const found = await store.matchNeighbours(
    [
      ...own.map(({ rivals: _, ...query }) => query),
      ...withRivals.map(({ rivals, scope, contentHash }) => ({
        vector: null,
        words: rivals,
        scope,
        contentHash,
      })),
    ],
    {
      noiseFloor: embeddings?.thresholds.noiseFloor ?? 1,
      embeddingModel: embeddings?.id ?? null,
      limit,
    },
  );
  return own.map((query, index) => {
    const nearest = found[index] ?? [];
    const rivals = found[own.length + withRivals.indexOf(query)] ?? [];
    if (query.rivals.length === 0) return nearest;
    const isNew = ({ memory }: Neighbour): boolean => !nearest.some((one) => one.memory.id === memory.id);
    const content = candidates[index]?.content ?? '';
    return [
      ...nearest,
      ...rivals.filter((one) => isNew(one) && haveSameSubject(content, one.memory.content)),
    ];
  });
}
