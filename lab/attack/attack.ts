import type { Place } from './place.ts';
import type { Tally } from '../../apps/api/testing/tally.ts';

/** One kind of attack on one store. */
export type Attack = {
  place: Place;
  /** Random numbers from 0 to 1; the same sequence for the same seed. */
  random: () => number;
  /** The seed of generators. */
  seed: number;
  tally: Tally;
  /** Milliseconds of attacking, from the first try: a busy machine needs seconds to start the server. */
  duration: number;
  /** Whether the time is over or somebody stopped the run. */
  isOver: () => boolean;
  /** Aborted when somebody stops the run. */
  stop: AbortSignal;
};
