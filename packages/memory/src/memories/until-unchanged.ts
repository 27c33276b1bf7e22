import { MemoryError } from '../errors.ts';

/** Attempts when what is forgotten, or a text that tells of it, changes meanwhile. */
const attempts = 3;

/** Repeats what found its texts changed (`conflict`), a few times. */
export async function untilUnchanged<Result>(forget: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await forget();
    } catch (error) {
      const isChanged = error instanceof MemoryError && error.code === 'conflict';
      if (!isChanged || attempt === attempts) throw error;
    }
  }
}
