import type { EmbedderName } from '../open-embedder.ts';

type Floor = {
  recallAt5: number;
  recallAt15: number;
  /** Of what belongs into the prompt together: a rule that lets only the best stand out breaks it. */
  ofSeveral: number;
  reciprocalRank: number;
  /** Of questions about the world at large, small talk, what only other projects know, and what has expired: nothing is injected. */
  abstentionRecall: number;
  /** Of the questions that got nothing: so many should have. */
  abstentionPrecision: number;
};

/** What each embedder must reach on the whole eval, below which it fails; docs/benchmarks.md states the same figures. */
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
    recallAt5: 0.84,
    recallAt15: 0.84,
    ofSeveral: 0.8,
    reciprocalRank: 0.83,
    abstentionRecall: 0.84,
    abstentionPrecision: 0.6,
  },
};

/** Holds for a live embedder and for a store with filler too, but for the first. */
export const always = {
  /** How far the fusion may be below the better leg on any part, in recall@5. */
  belowBetterLeg: 0.01,
  leaks: 0,
  gone: 0,
} as const;
