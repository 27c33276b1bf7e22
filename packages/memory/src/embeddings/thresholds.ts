import type { EmbeddingThresholds } from '../ports.ts';

/** Thresholds of the embedders that need no service. */
export const thresholds = {
  /**
   * Words alone. Unrelated texts reach 0.22 among 80 statements and 0.38 among 3,000, so a cosine alone is weak evidence; with
   * shared words a lower one is enough. Among 3,000 statements a threshold of 0.2 recalled something for 26 of 30 foreign
   * questions, 0.35 for 6, at the cost of 1 of 77 answers.
   */
  words: { retrieval: 0.35, noiseFloor: 0.12, vectorPart: 0.4, leastBesideWords: 0.3 },
  /** A model laid over the words: on half of the LoCoMo questions and 150 foreign ones, 95 % of these stayed silent. */
  modelOverWords: { retrieval: 0.38, noiseFloor: 0.12 },
} satisfies Record<string, EmbeddingThresholds>;

/** Of models whose similarities lie elsewhere, by their id. */
export const thresholdsByModel: Record<string, EmbeddingThresholds> = {
  /**
   * Not measured. Cosines of the model are 0.7 to 1 (its publisher trained it at a temperature of 0.01), so about 0.6 to 0.85 when it
   * has 0.8 of a vector. `pnpm memory calibrate` measures them.
   */
  'local-multilingual-e5-q8-hash512-v1': { retrieval: 0.7, noiseFloor: 0.62 },
};
