import type { EmbeddingModel } from '../ports.ts';
import { wordOccurrences, wordsOf } from '../text/words.ts';
import { commonWords } from '../text/common-words.ts';
import { frequentWordsOf } from '../text/frequent-words.ts';

export const dimensions = 512;
/** Weight of a word's n-grams, relative to the word: enough for inflections and compounds to match. */
const ngramWeight = 0.8;
/** Weight of a common word, relative to any other. */
const commonWordWeight = 0.15;
/**
 * Unrelated texts reach 0.22 among 80 statements and 0.38 among 3,000, so a cosine alone is weak evidence; with
 * shared words a lower one is sufficient. Among 3,000 statements, a threshold of 0.2 recalled something for 26 of 30
 * foreign questions, and 0.35 for 6, at the cost of 1 of 77 answers; it is 0.33 since frequent words of a question weigh little.
 */
export const wordThresholds = {
  retrieval: 0.33,
  noiseFloor: 0.12,
  vectorPart: 0.4,
  leastBesideWords: 0.3,
  askerPart: 0.82,
};

/**
 * Returns an embedder without a model, network or state: it hashes words and their character n-grams (3 to 5) into
 * 512 signed dimensions (feature hashing, Weinberger et al. 2009); repeats count logarithmically. It finds texts that
 * share words, word stems or identifiers, in any script, but no synonyms and no translations.
 *
 * The same text gives the same vector on every machine with the same version of Node, whose dictionary splits scripts
 * without spaces. All texts without words have the same vector.
 */
export function createOfflineEmbedder(): EmbeddingModel {
  return {
    id: 'offline-hash-512-v1',
    dimensions,
    maxBatch: 1_000,
    thresholds: wordThresholds,
    isLocal: true,
    embed: async (texts, { signal, kind } = {}) => {
      signal?.throwIfAborted();
      return { vectors: texts.map((text) => hashedVector(text, kind)), tokens: 0 };
    },
  };
}

/**
 * Returns the vector of a text by its words alone, of unit length. In a question, the words that are frequent in any language weigh as
 * little as the common ones: they are in most texts, and the cosine with a stored vector needs them in one of the two only.
 */
export function hashedVector(text: string, kind?: 'query' | 'passage'): number[] {
  const frequent = new Set(kind === 'query' ? frequentWordsOf(text) : []);
  const vector = new Float64Array(dimensions);
  const counts = countOccurrences(text);
  for (const [word, count] of counts) {
    const weight = (1 + Math.log(count)) * (common.has(word) || frequent.has(word) ? commonWordWeight : 1);
    addFeature(vector, `word ${word}`, weight);
    const ngrams = ngramsOf(`<${word}>`);
    for (const ngram of ngrams) addFeature(vector, ngram, (weight * ngramWeight) / Math.sqrt(ngrams.length));
  }
  spread(vector);
  return toUnitLength(vector);
}

/**
 * Fast Walsh-Hadamard transform, in place: a rotation that keeps every cosine and spreads each feature over all
 * dimensions. The store's first pass over a large scope only compares signs, of which a sparse vector has few.
 */
export function spread(vector: Float64Array): void {
  for (let half = 1; half < dimensions; half *= 2) {
    for (let start = 0; start < dimensions; start += 2 * half) {
      for (let index = start; index < start + half; index += 1) {
        const [one, other] = [vector[index] ?? 0, vector[index + half] ?? 0];
        vector[index] = one + other;
        vector[index + half] = one - other;
      }
    }
  }
}

function countOccurrences(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of wordOccurrences(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function ngramsOf(word: string): string[] {
  const characters = Array.from(word);
  return [3, 4, 5].flatMap((size) =>
    Array.from({ length: Math.max(0, characters.length - size + 1) }, (_, start) =>
      characters.slice(start, start + size).join(''),
    ),
  );
}

function addFeature(vector: Float64Array, feature: string, weight: number): void {
  const bits = hash(feature);
  const index = bits % dimensions;
  vector[index] = (vector[index] ?? 0) + (bits >>> 31 === 0 ? weight : -weight);
}

/** FNV-1a over UTF-16 code units, mixed by the finaliser of MurmurHash3: 32 bits. */
export function hash(text: string): number {
  let bits = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    bits = Math.imul(bits ^ text.charCodeAt(index), 0x01000193);
  }
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

export function toUnitLength(vector: Float64Array): number[] {
  const length = Math.hypot(...vector);
  // no words, or features that cancel out: any direction will do
  if (length === 0) return Array.from({ length: dimensions }, (_, index) => (index === 0 ? 1 : 0));
  return Array.from(vector, (value) => value / length);
}

const common = new Set(commonWords.flatMap(wordsOf));
