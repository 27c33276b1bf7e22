import { z } from 'zod';
import type { EmbeddingModel } from '../ports.ts';
import type { Store } from '../store/store.ts';
import { createOfflineEmbedder } from './offline-embedder.ts';
import { withStoredThresholds } from './stored-thresholds.ts';

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
 * processes start at once.
 */
export async function chooseEmbedder(
  store: Pick<Store, 'claimSetting' | 'getSetting'>,
  configured: EmbeddingModel,
): Promise<ChosenEmbedder> {
  const recorded = recordedEmbedder.parse(
    await store.claimSetting('embedder', { id: configured.id, dimensions: configured.dimensions }),
  );
  if (recorded.id === configured.id) {
    return { embedder: await withStoredThresholds(store, configured), id: recorded.id, notice: null };
  }
  const offline = createOfflineEmbedder();
  return recorded.id === offline.id
    ? {
        embedder: await withStoredThresholds(store, offline),
        id: offline.id,
        notice: `the store was begun offline and keeps its embedder (${offline.id}), not ${configured.id}: "pnpm memory reembed" moves it`,
      }
    : {
        embedder: null,
        id: recorded.id,
        notice: `the store was filled by ${recorded.id}, which is not configured: word search answers alone until it is, or until "pnpm memory reembed" moves the store to ${configured.id}`,
      };
}
