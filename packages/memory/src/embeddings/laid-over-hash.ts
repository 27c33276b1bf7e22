import type { Meaning } from '../ports.ts';
import { dimensions, hash, hashedVector, spread, toUnitLength } from './offline-embedder.ts';

/**
 * Lays a model's vector over that of the text's words, in the same 512 dimensions: `normalise(√w · R(model) + √(1 − w) · hash)`. `R`, fixed
 * random signs and a Walsh-Hadamard transform, keeps cosines and makes the two parts meet by chance only (standard deviation
 * 1/√512 = 0.044), so that a cosine is nearly the weighted mean of the two.
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
