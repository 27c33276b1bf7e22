import { z } from 'zod';
import type { EmbeddingModel, EmbeddingThresholds } from '../ports.ts';
import type { Store } from '../store/store.ts';

/** The setting with the profile that a calibration measured. */
export const thresholdsKey = (embedder: string): string => `thresholds:${embedder}`;

const storedThresholds = z.object({
  retrieval: z.number().min(-1).max(1),
  noiseFloor: z.number().min(-1).max(1),
});

/** The embedder with the profile measured for this store, if there is one and the operator set no other. */
export async function withStoredThresholds(
  store: Pick<Store, 'getSetting'>,
  embedder: EmbeddingModel,
): Promise<EmbeddingModel> {
  if (embedder.thresholdsAreSet === true) return embedder;
  const stored = await store.getSetting(thresholdsKey(embedder.id));
  return stored === null ? embedder : withThresholds(embedder, storedThresholds.parse(stored));
}

/** Not a spread: it would drop the methods of a class instance. What was not measured stays, and so do texts with a profile of their own. */
function withThresholds(
  embedder: EmbeddingModel,
  measured: z.output<typeof storedThresholds>,
): EmbeddingModel {
  const usual = embedder.thresholds;
  const thresholds: EmbeddingThresholds = { ...usual, ...measured };
  return {
    id: embedder.id,
    dimensions: embedder.dimensions,
    maxBatch: embedder.maxBatch,
    thresholds,
    isLocal: embedder.isLocal === true,
    async embed(texts, options) {
      const { thresholds: ofTexts, ...embedded } = await embedder.embed(texts, options);
      return {
        ...embedded,
        ...(ofTexts && { thresholds: ofTexts.map((one) => (one === usual ? thresholds : one)) }),
      };
    },
  };
}
