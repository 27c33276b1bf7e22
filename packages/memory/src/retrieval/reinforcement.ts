import type { Log } from '../ports.ts';
import type { Store } from '../store/store.ts';

export type Reinforcement = {
  /** Queues what was put into a prompt. Returns at once; throws nothing. */
  note(ids: string[]): void;
  /** Writes all that is queued. Rejects when the store refuses; the ids stay queued then. For shutdown, and for tests. */
  flush(): Promise<void>;
};

type Dependencies = { store: Pick<Store, 'touchMemories'>; log: Log };

/**
 * Strengthens what was injected, off the hot path: ids are merged and written in one statement. While the store fails they
 * are kept and tried again with the next ones. A write that failed after it took effect is repeated, which counts one
 * access too many and harms nothing else.
 */
export function createReinforcement({ store, log }: Dependencies): Reinforcement {
  let waiting = new Set<string>();
  let scheduled = false;
  let writing: Promise<void> = Promise.resolve();

  return { note, flush };

  function note(ids: string[]): void {
    for (const id of ids) waiting.add(id);
    if (waiting.size === 0 || scheduled) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      flush().catch((error: unknown) =>
        log.warn(
          { err: error, waiting: waiting.size },
          'what was recalled could not be strengthened; tried again later',
        ),
      );
    });
  }

  /** One write at a time: what is noted meanwhile goes together into the next. */
  function flush(): Promise<void> {
    const next = writing.then(write);
    writing = next.catch(() => {});
    return next;
  }

  async function write(): Promise<void> {
    if (waiting.size === 0) return;
    const ids = waiting;
    waiting = new Set();
    try {
      await store.touchMemories([...ids]);
    } catch (error) {
      waiting = new Set([...ids, ...waiting]);
      throw error;
    }
  }
}
