const factor = 8;
/** Minimum processor time of a measurement in milliseconds, because the clock ticks every 4 ms. */
const least = 20;
/** Pairs of measurements while the result is above what is expected. */
const mostPairs = 8;
const linear = 1.3;

type Work = () => unknown;

/**
 * Returns the exponent with which the time of `work` grows with the length of a text: about 1 if it is linear, 2 if it is quadratic.
 *
 * V8 allocates and collects objects above 128 KiB one by one, at another cost per character: choose `length` so that `length` and
 * 8 × `length` are on the same side of that limit.
 */
export async function growth(
  work: (text: string) => unknown,
  textOf: (length: number) => string,
  length = 10_000,
): Promise<number> {
  const [short, long] = [textOf(length), textOf(factor * length)];
  await work(short);
  const times = await timesAs(
    () => work(long),
    () => work(short),
    factor ** linear,
  );
  return Math.log(times) / Math.log(factor);
}

/**
 * Returns how many times as long `work` takes as `other`. Measures this thread's processor time. Other processes can only lengthen it, so
 * the shortest time of each counts, and a result above `expected` is measured again.
 */
export async function timesAs(work: Work, other: Work, expected: number): Promise<number> {
  const shortest = { work: Infinity, other: Infinity };
  for (let count = 1; ; count += 1) {
    // the longer one first: the code is optimised beside it, which takes longer on a busy machine, and the shorter one must not be slower for that
    shortest.work = Math.min(shortest.work, await timeOf(work));
    shortest.other = Math.min(shortest.other, await timeOf(other));
    const times = shortest.work / shortest.other;
    if (count >= mostPairs || times <= expected) return times;
  }
}

/** Returns a function that makes a text of a given length by repeating a unit, for `growth`. */
export const repeating =
  (unit: string) =>
  (length: number): string =>
    unit.repeat(Math.ceil(length / unit.length));

/** Milliseconds of one run, measured over as many runs as the clock needs. */
async function timeOf(work: Work): Promise<number> {
  const start = process.threadCpuUsage();
  for (let runs = 1; ; runs += 1) {
    await work();
    const { user, system } = process.threadCpuUsage(start);
    const milliseconds = (user + system) / 1_000;
    if (milliseconds >= least) return milliseconds / runs;
  }
}
