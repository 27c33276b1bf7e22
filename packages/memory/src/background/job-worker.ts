import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../ports.ts';

/** Milliseconds between two checks for jobs that became due by time or through another process. */
const defaultPoll = 2_000;
/** Milliseconds between two checks after the store failed. */
const waitsAfterFailure = 5;

/** What the worker calls; the parts of a memory with these names. */
export type WorkSource = {
  sessions: { flush: () => Promise<unknown> };
  /** `claimNext` returns what runs a job; null when there is none. */
  jobs: () => { claimNext: () => Promise<(() => Promise<void>) | null>; stop: () => void };
  /** Returns a function that ends the listening. */
  onEnqueued: (listener: () => void) => () => void;
  /** Jobs at the same time. */
  concurrency: number;
};

/**
 * Runs memory's jobs in the background, several at a time, and one per session. A job that this process enqueues wakes it at once. `stop`
 * aborts the running jobs, which return to the queue.
 */
export function startJobWorker(
  { sessions, jobs, onEnqueued, concurrency }: WorkSource,
  log: Log,
  poll = defaultPoll,
) {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let asleep = new AbortController();
  const wake = (): void => asleep.abort();
  const stopListening = onEnqueued(wake);
  const finished = work();

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      // what happens from here on is not slept through
      asleep = new AbortController();
      let pause = poll;
      try {
        await sessions.flush();
        await startDue();
      } catch (error) {
        noteFailure(error);
        pause = poll * waitsAfterFailure;
      }
      if (!stopping.signal.aborted) await nextLook(pause);
    }
  }

  async function startDue(): Promise<void> {
    while (running.size < concurrency && !stopping.signal.aborted) {
      const run = await jobs().claimNext();
      if (run === null) return;
      const ended: Promise<void> = run()
        .catch(noteFailure)
        .finally(() => {
          running.delete(ended);
          wake();
        });
      running.add(ended);
    }
  }

  const noteFailure = (error: unknown): void =>
    log.error({ err: error }, 'the job worker could not reach the store; it tries again');

  /** Waits until the pause is over, a job was enqueued, or one ended. */
  async function nextLook(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: asleep.signal }).catch(() => {});
  }

  return {
    async stop(): Promise<void> {
      stopping.abort();
      stopListening();
      jobs().stop();
      wake();
      await finished;
      await Promise.all(running);
    },
  };
}
