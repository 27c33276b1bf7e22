import { setImmediate } from 'node:timers/promises';

/** Characters read at a stretch: the slowest readers take some 20 ms for them. */
const stretch = 16_384;

/**
 * Lets the other work of the process go on while long texts are read: await it with the characters read since the last call. It
 * pauses after each 16,384, and returns at once otherwise.
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
