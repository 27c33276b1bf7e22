import { z } from 'zod';
import { MemoryError } from '../errors.ts';
import type { EmbeddingModel } from '../ports.ts';
import type { Store } from '../store/store.ts';
import { createOfflineEmbedder } from './offline-embedder.ts';
import { withStoredThresholds } from './stored-thresholds.ts';

/** The dimensions of the store's vectors. */
const storedDimensions = 512;

const recordedEmbedder = z.object({ id: z.string(), dimensions: z.int() });

export type ChosenEmbedder = {
  /** Null: the store's embedder is not available, so only word search runs. */
  embedder: EmbeddingModel | null;
  /** The embedder that the store is filled by. */
  id: string;
  /** What the operator should know; null when the configured embedder is the store's. */
  notice: string | null;
};

/**
 * Chooses the embedder of a store. A store has one vector space: the first embedder is recorded and used from then on, whatever
 * is configured later, with the thresholds measured for it, if any. Idempotent, and safe when several processes start at once.
 * Throws `invalid_input`, before it records anything, for an embedder whose vectors the store cannot hold.
 */
export async function chooseEmbedder(
  store: Pick<Store, 'claimSetting' | 'getSetting'>,
  configured: EmbeddingModel,
): Promise<ChosenEmbedder> {
  const { id, dimensions } = configured;
  if (dimensions !== storedDimensions) {
    throw new MemoryError(
      'invalid_input',
      `embeddings: ${id} has ${dimensions} dimensions, the store holds ${storedDimensions}`,
    );
  }
  const recorded = recordedEmbedder.parse(await store.claimSetting('embedder', { id, dimensions }));
  if (recorded.id === id) {
    return { embedder: await withStoredThresholds(store, configured), id: recorded.id, notice: null };
  }
  const offline = createOfflineEmbedder();
  return recorded.id === offline.id
    ? {
        embedder: await withStoredThresholds(store, offline),
        id: offline.id,
        notice: `the store was begun offline and keeps its embedder (${offline.id}), not ${id}: "pnpm memory reembed" moves it`,
      }
    : {
        embedder: null,
        id: recorded.id,
        notice: `the store was filled by ${recorded.id}, which is not configured: word search answers alone until it is, or until "pnpm memory reembed" moves the store to ${id}`,
      };
}
