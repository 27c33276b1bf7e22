/**
 * What the offline embedder must reach on the whole eval, below which it fails; docs/benchmarks.md states the same figures. A live
 * embedder, and a store with filler, have no floor but the last two: they show what they can do.
 */
export const floor = {
  recallAt5: 0.76,
  recallAt15: 0.76,
  /** Of what belongs into the prompt together: a rule that lets only the best stand out breaks it. */
  ofSeveral: 0.77,
  reciprocalRank: 0.75,
  /** Of questions about the world at large, small talk, what only other projects know, and what has expired: nothing is injected. */
  abstentionRecall: 0.8,
  /** Of the questions that got nothing: half of them should have. The offline embedder knows no synonyms. */
  abstentionPrecision: 0.47,
  /** How far the fusion may be below the better leg on any part, in recall@5. */
  belowBetterLeg: 0.01,
  leaks: 0,
  gone: 0,
} as const;
