import { percentile } from '../../packages/memory/testing/percentile.ts';

/** Milliseconds. */
export type Times = { p50: number; p95: number };

export const timesOf = (times: number[]): Times => ({
  p50: percentile(times, 0.5),
  p95: percentile(times, 0.95),
});

/** Runs a function and adds its milliseconds to the list. */
export async function timed<Result>(times: number[], run: () => Promise<Result>): Promise<Result> {
  const started = performance.now();
  const result = await run();
  times.push(performance.now() - started);
  return result;
}
