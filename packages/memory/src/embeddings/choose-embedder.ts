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
 * is configured later, if it is among `others` or needs nothing; with the thresholds measured for it, if any. Idempotent, and
 * safe when several processes start at once. Throws `invalid_input`, before it records anything, for an embedder whose vectors
 * the store cannot hold.
 */
export async function chooseEmbedder(
  store: Pick<Store, 'claimSetting' | 'getSetting'>,
  configured: EmbeddingModel,
  others: EmbeddingModel[] = [],
): Promise<ChosenEmbedder> {
  const { id, dimensions } = configured;
  if (dimensions !== storedDimensions) {
    throw new MemoryError(
      'invalid_input',
      `embeddings: ${id} has ${dimensions} dimensions, the store holds ${storedDimensions}`,
    );
  }
  const recorded = recordedEmbedder.parse(await store.claimSetting('embedder', { id, dimensions }));
  const embedder = [configured, ...others, createOfflineEmbedder()].find((one) => one.id === recorded.id);
  if (!embedder) {
    return {
      embedder: null,
      id: recorded.id,
      notice: `the store was filled by ${recorded.id}, which is not configured: word search answers alone until it is, or until "pnpm memory reembed" moves the store to ${id}`,
    };
  }
  return {
    embedder: await withStoredThresholds(store, embedder),
    id: recorded.id,
    notice:
      recorded.id === id
        ? null
        : `the store was begun with the embedder ${recorded.id} and keeps it, not ${id}: "pnpm memory reembed" moves it`,
  };
}
