import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../ports.ts';
import type { SharedEntry } from '../store/shared.ts';

export type Subscription = {
  /** Tells the subscription that there may be a new entry. */
  wake(): void;
  /** Ends the subscription. Resolves when the listener will no longer be called. Idempotent. */
  close(): Promise<void>;
};

type Settings = {
  /** The position after which the subscription begins. */
  start: number;
  /** The most entries of one read. */
  limit: number;
  read: (after: number) => Promise<{ entries: SharedEntry[]; position: number }>;
  listener: (entry: SharedEntry) => void | Promise<void>;
  /** Whether `wake` is called now for every entry that any process publishes. Otherwise the store is read every second. */
  isTold: () => boolean;
  onClose: () => void;
  log: Log;
};

/** Milliseconds between two reads: with notices, which a lost connection may swallow, and without. */
const looks = { told: 10_000, untold: 1_000 };
/** Milliseconds before the next try after a listener or the store failed. */
const retry = 1_000;

/** Passes entries to a listener, one at a time, until the subscription is closed. */
export function createSubscription(settings: Settings): Subscription {
  const { limit, read, listener, isTold, onClose, log } = settings;
  const closing = new AbortController();
  let { start: after } = settings;
  let news = Promise.withResolvers<void>();
  const running = run();

  return {
    wake: () => news.resolve(),
    async close() {
      closing.abort();
      news.resolve();
      await running;
      onClose();
    },
  };

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      news = Promise.withResolvers();
      try {
        const isAll = await passOn();
        if (isAll) await wait(isTold() ? looks.told : looks.untold, news.promise);
      } catch (error) {
        log.warn({ err: error, after }, 'a shared entry could not be delivered; it will be retried');
        await wait(retry);
      }
    }
  }

  /** Returns whether all entries were read. Throws what the store or the listener throws; the same entry is then passed again. */
  async function passOn(): Promise<boolean> {
    const { entries, position } = await read(after);
    for (const entry of entries) {
      if (closing.signal.aborted) return false;
      await listener(entry);
      after = entry.position;
    }
    if (entries.length === limit) return false;
    after = Math.max(after, position);
    return true;
  }

  async function wait(milliseconds: number, earlier?: Promise<void>): Promise<void> {
    const stop = new AbortController();
    const signal = AbortSignal.any([closing.signal, stop.signal]);
    const time = pause(milliseconds, undefined, { signal, ref: false }).catch(() => {});
    await Promise.race([time, ...(earlier ? [earlier] : [])]);
    stop.abort();
  }
}
