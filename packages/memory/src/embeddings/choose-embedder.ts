import { z } from 'zod';
import { MemoryError } from '../errors.ts';
import type { EmbeddingModel, EmbeddingThresholds } from '../ports.ts';
import type { Store } from '../store/store.ts';
import { createOfflineEmbedder } from './offline-embedder.ts';
import { parseStored } from '../store/call-function.ts';

/** The dimensions of the store's vectors. */
const storedDimensions = 512;

const recordedEmbedder = z.object({ id: z.string(), dimensions: z.int() });

export type ChosenEmbedder = {
  /** Null if the store's embedder is not available, in which case only word search runs. */
  embedder: EmbeddingModel | null;
  /** The id of the embedder that the store was filled with. */
  id: string;
  /** A note for the operator; null if the configured embedder is the store's. */
  notice: string | null;
};

/**
 * Chooses the embedder of a store. A store has one vector space: the first embedder is recorded and used from then
 * on, whatever is configured later, if it is the configured one, among `others`, or the offline embedder. It gets the
 * thresholds measured for it, if there are any. Idempotent, and safe if several processes start at once. Throws
 * `invalid_input`, before it records anything, for an embedder whose vectors the store cannot hold.
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
      `embeddings: ${id} has ${dimensions} dimensions, but the store's vectors have ${storedDimensions}`,
    );
  }
  const recorded = parseStored(
    recordedEmbedder,
    await store.claimSetting('embedder', { id, dimensions }),
    'the setting "embedder"',
  );
  const embedder = [configured, ...others, createOfflineEmbedder()].find((one) => one.id === recorded.id);
  if (!embedder) {
    return {
      embedder: null,
      id: recorded.id,
      notice: `the store was filled by ${recorded.id}, which is not configured: only word search runs until it is, or until "pnpm memory reembed" moves the store to ${id}`,
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

/** Returns the key of the setting with the profile that a calibration measured. */
export const thresholdsKey = (embedder: string): string => `thresholds:${embedder}`;

const storedThresholds = z.object({
  retrieval: z.number().min(-1).max(1),
  noiseFloor: z.number().min(-1).max(1),
});

/** Returns the embedder with the profile measured for this store, if there is one and the operator set no other. */
export async function withStoredThresholds(
  store: Pick<Store, 'getSetting'>,
  embedder: EmbeddingModel,
): Promise<EmbeddingModel> {
  if (embedder.thresholdsAreSet === true) return embedder;
  const key = thresholdsKey(embedder.id);
  const stored = await store.getSetting(key);
  if (stored === null) return embedder;
  return withThresholds(embedder, parseStored(storedThresholds, stored, `the setting "${key}"`));
}

/**
 * Replaces the thresholds. Not a spread, which would drop the methods of a class instance. Keeps figures that were
 * not measured, and texts with a profile of their own.
 */
function withThresholds(
  embedder: EmbeddingModel,
  measured: z.output<typeof storedThresholds>,
): EmbeddingModel {
  const usual = embedder.thresholds;
  const thresholds: EmbeddingThresholds = { ...usual, ...measured };
  return {
    id: embedder.id,
    dimensions: embedder.dimensions,
    get maxBatch() {
      return embedder.maxBatch;
    },
    thresholds,
    isLocal: embedder.isLocal === true,
    isCaching: embedder.isCaching === true,
    async embed(texts, options) {
      const { thresholds: ofTexts, ...embedded } = await embedder.embed(texts, options);
      return {
        ...embedded,
        ...(ofTexts && { thresholds: ofTexts.map((one) => (one === usual ? thresholds : one)) }),
      };
    },
  };
}
