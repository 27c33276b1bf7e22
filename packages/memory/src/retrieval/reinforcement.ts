import type { Log } from '../ports.ts';
import type { Store } from '../store/store.ts';

export type Reinforcement = {
  /** Queues what was put into a prompt. Returns at once; throws nothing. */
  note(ids: string[]): void;
  /** Writes the queue. When the store fails it rejects, and the ids stay queued. For shutdown and tests. */
  flush(): Promise<void>;
};

/** Milliseconds that ids wait, so that the model is asked before the store is. */
const longestWait = 500;

type Dependencies = { store: Pick<Store, 'reinforceMemories'>; log: Log };

/**
 * Strengthens injected memories off the hot path: ids are merged and written in one statement. When the store fails, they are
 * kept and written with the next ones. A write that took effect but reported a failure is repeated; that counts one access
 * too many and does no other harm.
 */
export function createReinforcement({ store, log }: Dependencies): Reinforcement {
  let waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  return { note, flush };

  function note(ids: string[]): void {
    for (const id of ids) waiting.add(id);
    if (waiting.size === 0) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      flush().catch((error: unknown) =>
        log.warn(
          { err: error, waiting: waiting.size },
          'what was recalled could not be strengthened; tried again later',
        ),
      );
    }, longestWait).unref();
  }

  /** One write at a time; ids that arrive meanwhile go into the next. */
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
