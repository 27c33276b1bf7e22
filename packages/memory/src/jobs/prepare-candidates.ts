import { contentHash } from '../text/content-hash.ts';
import { embedInBatches } from '../embeddings/embed-in-batches.ts';
import { indexWords } from '../text/index-words.ts';
import type { EmbeddingModel } from '../ports.ts';
import type { StoredCandidate } from '../store/store.ts';
import type { Candidate } from '../types.ts';

/**
 * Candidates as they are stored: with id, hash, words, and vectors from one embedding request for all (none for an
 * empty list, and none without an embedder). Throws what the embedder throws, so that the job is tried again.
 */
export async function prepareCandidates(
  candidates: Candidate[],
  embeddings: EmbeddingModel | null,
  randomId: () => string,
  { sessionId, signal }: { sessionId: string | null; signal: AbortSignal },
): Promise<StoredCandidate[]> {
  const texts = candidates.map((candidate) => candidate.content);
  const { vectors } = embeddings ? await embedInBatches(embeddings, texts, { signal }) : { vectors: [] };
  return candidates.map((candidate, index) => {
    const vector = vectors[index] ?? null;
    return {
      ...candidate,
      id: randomId(),
      contentHash: contentHash(candidate.content),
      words: indexWords(candidate),
      vector,
      embeddingModel: vector && embeddings ? embeddings.id : null,
      sessionId,
    };
  });
}
