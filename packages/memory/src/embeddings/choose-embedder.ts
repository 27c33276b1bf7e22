import { z } from 'zod';
import { MemoryError } from '../errors.ts';
import type { EmbeddingModel } from '../ports.ts';
import type { Store } from '../store/store.ts';
import { createOfflineEmbedder } from './offline-embedder.ts';
import { withStoredThresholds } from './stored-thresholds.ts';

/** What the store's vectors have. */
const storedDimensions = 512;

const recordedEmbedder = z.object({ id: z.string(), dimensions: z.int() });

export type ChosenEmbedder = {
  /** Null: the store was filled by an embedder that cannot be had; word search answers alone. */
  embedder: EmbeddingModel | null;
  /** The vector space of the store. */
  id: string;
  /** What the operator should know; null when the configured embedder is the store's. */
  notice: string | null;
};

/**
 * A store keeps to one vector space: the first embedder that fills it is recorded, and used from then on whatever
 * is configured later. With the thresholds that were measured for it, where there are. Idempotent, and safe when several
 * processes start at once. Throws `invalid_input` for an embedder whose vectors the store cannot hold, before it is recorded.
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
