const factor = 8;

/**
 * Returns the power of a text's length that the time of `work` grows with: about 1 when it is linear, 2 when it is quadratic.
 * Counts this thread's processor time, which other processes hardly lengthen, and takes the least of several tries. Times below a
 * millisecond count as one.
 */
export async function growth(
  work: (text: string) => unknown,
  textOf: (length: number) => string,
  length = 10_000,
): Promise<number> {
  const short = textOf(length);
  const long = textOf(factor * length);
  await work(short);
  const times = { short: Infinity, long: Infinity };
  for (let count = 0; count < 4; count += 1) {
    times.short = Math.min(times.short, await timeOf(() => work(short)));
    times.long = Math.min(times.long, await timeOf(() => work(long)));
  }
  return Math.log(Math.max(times.long, 1) / Math.max(times.short, 1)) / Math.log(factor);
}

/** Text of a length that repeats a unit, for `growth`. */
export const repeating =
  (unit: string) =>
  (length: number): string =>
    unit.repeat(Math.ceil(length / unit.length));

async function timeOf(work: () => unknown): Promise<number> {
  const start = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}
