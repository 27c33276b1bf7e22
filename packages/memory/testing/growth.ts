const factor = 8;
/** Milliseconds of processor time that a measurement takes at least: it is counted in ticks of 4. */
const least = 40;
/** Pairs of measurements: two, and more while the result is above what linear work shows. */
const pairs = { least: 2, most: 8, linear: 1.3 };

/**
 * Returns the power of a text's length that the time of `work` grows with: about 1 when it is linear, 2 when it is quadratic.
 * Counts this thread's processor time, which other processes only lengthen, so it takes the least that it saw of each length.
 */
export async function growth(
  work: (text: string) => unknown,
  textOf: (length: number) => string,
  length = 10_000,
): Promise<number> {
  const [short, long] = [textOf(length), textOf(factor * length)];
  await work(short);
  const times = { short: Infinity, long: Infinity };
  for (let count = 1; ; count += 1) {
    times.short = Math.min(times.short, await timeOf(() => work(short)));
    times.long = Math.min(times.long, await timeOf(() => work(long)));
    const power = Math.log(times.long / times.short) / Math.log(factor);
    if (count >= pairs.most || (count >= pairs.least && power <= pairs.linear)) return power;
  }
}

/** Text of a length that repeats a unit, for `growth`. */
export const repeating =
  (unit: string) =>
  (length: number): string =>
    unit.repeat(Math.ceil(length / unit.length));

/** Milliseconds of one run, from as many as it takes to measure them. */
async function timeOf(work: () => unknown): Promise<number> {
  const start = process.threadCpuUsage();
  for (let runs = 1; ; runs += 1) {
    await work();
    const { user, system } = process.threadCpuUsage(start);
    const milliseconds = (user + system) / 1_000;
    if (milliseconds >= least) return milliseconds / runs;
  }
}
