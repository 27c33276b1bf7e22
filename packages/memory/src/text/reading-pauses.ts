import { setImmediate } from 'node:timers/promises';

/** Characters read without a pause: the slowest readers take about 20 ms for them. */
const stretch = 16_384;

/**
 * Lets the other work of the process run while long texts are read. Await the returned function with the characters
 * read since the last call; it pauses after each 16,384 and otherwise returns at once.
 */
export function createPauses(): (characters: number) => Promise<void> {
  let read = 0;
  return async (characters) => {
    read += characters;
    if (read < stretch) return;
    read = 0;
    await setImmediate();
  };
}
