import type { Log } from '../ports.ts';
import type { Store } from '../store/store.ts';

export type Reinforcement = {
  /** Queues the memories that were put into a prompt. Returns at once and throws nothing. */
  note(ids: string[]): void;
  /** Writes the queue, for shutdown and tests. Rejects if the store fails; the ids then stay queued. */
  flush(): Promise<void>;
  isWaiting(): boolean;
};

/** Milliseconds that ids are held back, so that the model is called before the store. */
const longestWait = 500;

type Dependencies = { store: Pick<Store, 'reinforceMemories'>; log: Log };

/**
 * Strengthens injected memories off the hot path: ids are merged and written in one statement. If the store fails,
 * they are kept and written with the next ones. A write that took effect but reported a failure is repeated; the only
 * effect is one access too many.
 */
export function createReinforcement({ store, log }: Dependencies): Reinforcement {
  let waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  return { note, flush, isWaiting: () => waiting.size > 0 };

  function note(ids: string[]): void {
    for (const id of ids) waiting.add(id);
    if (waiting.size === 0) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      flush().catch((error: unknown) =>
        log.warn(
          { err: error, waiting: waiting.size },
          'recalled memories could not be strengthened; they are written with the next ones',
        ),
      );
    }, longestWait).unref();
  }

  /** Runs one write at a time; ids that arrive during a write go into the next one. */
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
      await store.reinforceMemories([...ids]);
    } catch (error) {
      waiting = new Set([...ids, ...waiting]);
      throw error;
    }
  }
}
