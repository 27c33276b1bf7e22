import { MemoryError } from '../errors.ts';
import type { EmbeddingModel, Meaning, MeaningModel } from '../ports.ts';
import { dimensions, hash, hashedVector, spread, toUnitLength, wordThresholds } from './offline-embedder.ts';

/** Texts per request, which take about a third of a second. */
const maxBatch = 32;
/** With these, 95 % of 150 foreign questions to half of LoCoMo stayed silent. */
const thresholds = { retrieval: 0.38, noiseFloor: 0.12 };

/**
 * Returns an embedder that combines a sentence model's vectors with those of the words. A text for which the model
 * has weight 0 gets the thresholds of the words. Throws `embedding_failed`.
 */
export function createModelOverWords(model: MeaningModel): EmbeddingModel {
  return {
    id: model.id,
    dimensions,
    maxBatch,
    thresholds,
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
        thresholds: meanings.map(({ weight }) => (weight === 0 ? wordThresholds : thresholds)),
      };
    },
  };
}

/**
 * Combines a model's vector with that of the text's words, in the same 512 dimensions: `normalise(√w · R(model) + √(1
 * − w) · hash)`. `R`, fixed random signs and a Walsh-Hadamard transform, keeps cosines and makes the two parts
 * correlate only by chance (standard deviation 1/√512 = 0.044), so a cosine is nearly the weighted mean of the two.
 */
export function laidOverHash(text: string, { values, weight }: Meaning): number[] {
  const words = hashedVector(text);
  if (weight === 0) return words;
  const rotated = Float64Array.from(signs, (sign, index) => sign * (values[index] ?? 0));
  spread(rotated);
  const meaning = toUnitLength(rotated);
  const [ofModel, ofWords] = [Math.sqrt(weight), Math.sqrt(1 - weight)];
  return toUnitLength(
    Float64Array.from(words, (value, index) => ofModel * (meaning[index] ?? 0) + ofWords * value),
  );
}

const signs = Array.from({ length: dimensions }, (_, index) => (hash(`sign ${index}`) >>> 31 === 0 ? 1 : -1));
