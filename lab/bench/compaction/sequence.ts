/** A fixed sequence of numbers from 0 to 1 (a linear congruential generator), so that every run is the same. */
export function createSequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
