import { MemoryError } from '../errors.ts';
import type { EmbeddingModel, MeaningModel } from '../ports.ts';
import { laidOverHash } from './laid-over-hash.ts';
import { dimensions } from './offline-embedder.ts';
import { thresholds, thresholdsByModel } from './thresholds.ts';

/** Texts per request: a third of a second. */
const maxBatch = 32;

/**
 * An embedder that lays a sentence model's vectors over those of the words. A text in which the model has no part has the thresholds
 * of the words. Throws `embedding_failed`.
 */
export function createModelOverWords(model: MeaningModel): EmbeddingModel {
  const ofModel = thresholdsByModel[model.id] ?? thresholds.modelOverWords;
  return {
    id: model.id,
    dimensions,
    maxBatch,
    thresholds: ofModel,
    isLocal: true,
    async embed(texts, options = {}) {
      const meanings = await model.embed(texts, options).catch((error: unknown) => {
        options.signal?.throwIfAborted();
        const why = error instanceof Error ? error.message : String(error);
        throw new MemoryError('embedding_failed', `the local model failed: ${why}`, { isRetryable: true });
      });
      return {
        vectors: meanings.map((meaning, index) => laidOverHash(texts[index] ?? '', meaning)),
        tokens: 0,
        thresholds: meanings.map(({ weight }) => (weight === 0 ? thresholds.words : ofModel)),
      };
    },
  };
}
