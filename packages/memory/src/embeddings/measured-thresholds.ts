import type { EmbeddingThresholds } from '../ports.ts';

export type Similarities = {
  /** For each foreign question: to all memories that were looked at. */
  foreign: number[][];
  /** Between a question, or a title, and what belongs to it. */
  related: number[];
};

export type MeasuredThresholds = EmbeddingThresholds & {
  /** What of the related pairs lies at or above the retrieval threshold, 0 to 1. */
  found: number;
  /** What of the foreign questions have a memory at or above it, 0 to 1. */
  disturbed: number;
};

/** The size of a store for which the profile holds; recall asks for more evidence in a larger one. */
const profileStore = 400;
/** Of the foreign questions, the part that is to find nothing by the vector alone: words beside it find more. */
const silentPart = 0.95;
/** Of the related pairs, the part that the threshold is to leave below it at most: words find some of those. */
const weakestPart = 0.5;

/**
 * A profile from what was measured. The noise floor: what 97 of 100 unrelated pairs lie below, and more of them the more memories
 * there are (of 40,000, 99 of 100). The retrieval threshold: what the nearest memory to a foreign question lies below in 19 of 20,
 * unless that would lose most of the related pairs; never below the noise floor. Pure.
 */
export function measuredThresholds({ foreign, related }: Similarities, memories: number): MeasuredThresholds {
  const leftOver = 0.03 / (1 + Math.max(0, Math.log10(memories / profileStore)));
  const noiseFloor = roundedUp(quantile(foreign.flat(), 1 - leftOver));
  const nearest = foreign.map((similarities) => Math.max(...similarities));
  // a hundredth above, for what lies at the threshold is found
  const silent = roundedDown(quantile(nearest, silentPart)) + 0.01;
  const kept = roundedDown(quantile(related, weakestPart));
  const retrieval = Math.max(noiseFloor, roundedUp(Math.min(silent, kept)));
  return {
    noiseFloor,
    retrieval,
    found: shareAtOrAbove(related, retrieval),
    disturbed: shareAtOrAbove(nearest, retrieval),
  };
}

/** The value that this part (0 to 1) of the values lies below or at; of the sorted values the nearest in rank. */
export function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
  if (value === undefined) throw new RangeError('a quantile of no values');
  return value;
}

const shareAtOrAbove = (values: number[], least: number): number =>
  values.filter((value) => value >= least).length / values.length;

// two places are what the figures mean
const roundedUp = (value: number): number => Math.ceil(value * 100 - 1e-6) / 100;
const roundedDown = (value: number): number => Math.floor(value * 100 + 1e-6) / 100;
