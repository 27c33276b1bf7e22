import type { EmbedderName } from '../open-embedder.ts';

type Floor = {
  recallAt5: number;
  recallAt15: number;
  /**
   * The share that is injected where several memories belong together; a rule that lets only the best stand out would
   * lower it.
   */
  ofSeveral: number;
  reciprocalRank: number;
  /**
   * The share of the questions without an answer for which nothing is injected: about the world at large, small talk,
   * what only other projects know, and what has expired.
   */
  abstentionRecall: number;
  /** The share of the questions without injected memories that indeed have no answer. */
  abstentionPrecision: number;
};

/** The floors of each embedder on the whole eval, below which it fails; docs/benchmarks.md states the same figures. */
export const floors: Record<EmbedderName, Floor> = {
  hash: {
    recallAt5: 0.8,
    recallAt15: 0.8,
    ofSeveral: 0.8,
    reciprocalRank: 0.79,
    abstentionRecall: 0.85,
    abstentionPrecision: 0.54,
  },
  local: {
    recallAt5: 0.85,
    recallAt15: 0.85,
    ofSeveral: 0.8,
    reciprocalRank: 0.84,
    abstentionRecall: 0.84,
    abstentionPrecision: 0.6,
  },
};

/** These limits, except the first, also apply to a live embedder and to a store with filler. */
export const always = {
  /** How far the fusion may be below the better leg on any part, in recall@5. */
  belowBetterLeg: 0.01,
  leaks: 0,
  gone: 0,
} as const;
