import { MemoryError } from '../errors.ts';
import type { EmbeddingModel, EmbeddingThresholds, Meaning, MeaningModel } from '../ports.ts';
import { dimensions, hash, hashedVector, spread, toUnitLength, wordThresholds } from './offline-embedder.ts';

/** Texts per request, which take about a third of a second. */
const maxBatch = 32;
/**
 * The thresholds of texts with the least and the greatest weight of the model, and of those between in proportion: a sentence
 * model's cosines of unrelated texts are higher than those of hashed words, and its cosines of an answer in other words stand
 * out more. Chosen on public texts and on the recall eval; docs/search.md has the results.
 */
const least = { weight: 0.3, retrieval: 0.38, noiseFloor: 0.12 };
const greatest = { weight: 0.8, retrieval: 0.36, noiseFloor: 0.18 };
/**
 * In a question, the part of the model's weight above the least is multiplied by this: the words of a question say little
 * about its answer, and are also searched by themselves. English questions get 0.95; German ones keep 0.3.
 */
const moreInQuestions = 1.3;

/**
 * Returns an embedder that combines a sentence model's vectors with those of the words. A text for which the model
 * has weight 0 gets the thresholds of the words. Throws `embedding_failed`.
 */
export function createModelOverWords(model: MeaningModel): EmbeddingModel {
  return {
    id: model.id,
    dimensions,
    maxBatch,
    thresholds: thresholdsOf(least.weight),
    isLocal: true,
    async embed(texts, options = {}) {
      const answering = model.embed(texts, options).catch((error: unknown) => {
        options.signal?.throwIfAborted();
        const why = error instanceof Error ? error.message : String(error);
        throw new MemoryError('embedding_failed', `the local model failed: ${why}`, { isRetryable: true });
      });
      // while the model computes
      const words = texts.map((text) => hashedVector(text, options.kind));
      const meanings = await answering;
      return {
        vectors: meanings.map(({ values, weight }, index) =>
          laidOverHash(words[index] ?? [], {
            values,
            weight: options.kind === 'query' ? weightInQuestion(weight) : weight,
          }),
        ),
        tokens: 0,
        thresholds: meanings.map(({ weight }) => thresholdsOf(weight)),
      };
    },
  };
}

const weightInQuestion = (weight: number): number =>
  weight <= least.weight ? weight : Math.min(1, least.weight + moreInQuestions * (weight - least.weight));

function thresholdsOf(weight: number): EmbeddingThresholds {
  if (weight === 0) return wordThresholds;
  const part = Math.max(0, Math.min(1, (weight - least.weight) / (greatest.weight - least.weight)));
  const between = (name: 'retrieval' | 'noiseFloor'): number =>
    least[name] + part * (greatest[name] - least[name]);
  return { retrieval: between('retrieval'), noiseFloor: between('noiseFloor') };
}

/**
 * Combines a model's vector with that of the text's words (`hashedVector`), in the same 512 dimensions: `normalise(√w · R(model) + √(1
 * − w) · hash)`. `R`, fixed random signs and a Walsh-Hadamard transform, keeps cosines and makes the two parts
 * correlate only by chance (standard deviation 1/√512 = 0.044), so a cosine is nearly the weighted mean of the two.
 */
export function laidOverHash(words: number[], { values, weight }: Meaning): number[] {
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
