import type { EmbeddingThresholds } from '../ports.ts';

export type Similarities = {
  /** For each foreign question, its similarity to every memory of the sample. */
  foreign: number[][];
  /** Similarities between questions and their answers, and between titles and their memories. */
  related: number[];
};

export type MeasuredThresholds = EmbeddingThresholds & {
  /** Share of the related pairs at or above the retrieval threshold, 0 to 1. */
  found: number;
  /** Share of the foreign questions with a memory at or above the retrieval threshold, 0 to 1. */
  disturbed: number;
};

/** The store size that the profile is for; in a larger store, recall requires more evidence. */
const profileStore = 400;
/** Share of the foreign questions that should find nothing by vector alone. */
const silentPart = 0.95;
/** The largest share of related pairs that the threshold may miss; words find some of them. */
const weakestPart = 0.5;

/**
 * Derives a profile from measured similarities. The noise floor is above 97 of 100 unrelated pairs, more in a larger
 * store (99 of 100 with 40,000 memories). The retrieval threshold is above the nearest memory of 19 in 20 foreign
 * questions, unless that would miss most of the related pairs; it is never below the noise floor. Pure.
 */
export function measuredThresholds({ foreign, related }: Similarities, memories: number): MeasuredThresholds {
  const leftOver = 0.03 / (1 + Math.max(0, Math.log10(memories / profileStore)));
  const noiseFloor = roundedUp(quantile(foreign.flat(), 1 - leftOver));
  const nearest = foreign.map((similarities) => Math.max(...similarities));
  // one hundredth higher, because a similarity at the threshold counts as found
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

/** Returns the value at or below which this part (0 to 1) of the values lies, by nearest rank. */
export function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
  if (value === undefined) throw new RangeError('a quantile of no values');
  return value;
}

const shareAtOrAbove = (values: number[], least: number): number =>
  values.filter((value) => value >= least).length / values.length;

// two decimal places are as precise as the measurement
const roundedUp = (value: number): number => Math.ceil(value * 100 - 1e-6) / 100;
const roundedDown = (value: number): number => Math.floor(value * 100 + 1e-6) / 100;
