import type { Place } from './place.ts';
import type { Tally } from './tally.ts';

/** One kind of attack on one store. */
export type Attack = {
  place: Place;
  /** From 0 to 1; the same figures for the same seed. */
  random: () => number;
  /** Of the generators that take a seed. */
  seed: number;
  tally: Tally;
  /** Milliseconds of attacking. */
  duration: number;
  /** Whether they are over, or somebody stopped the run. */
  isOver: () => boolean;
  /** Aborted when somebody stops the run. */
  stop: AbortSignal;
};
