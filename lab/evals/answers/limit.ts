/** Runs work, or waits with it. */
export type Limit = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Creates a function that runs at most so many pieces of work at the same time, in the order in which they come. */
export function createLimit(most: number): Limit {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // the place goes to the next one
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
