import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../ports.ts';

/** Milliseconds between two checks for jobs that became due by time or through another process. */
const defaultPoll = 2_000;
/** Milliseconds between two checks after the store failed. */
const waitsAfterFailure = 5;

/** The most jobs that run at the same time, so that one whose model hangs does not hold up other sessions. */
const sideBySide = 2;

/** What the worker calls; the parts of a memory with these names. */
export type WorkSource = {
  sessions: { flush: () => Promise<unknown> };
  jobs: () => { drain: () => Promise<unknown>; stop: () => void };
  /** Returns a function that ends the listening. */
  onEnqueued: (listener: () => void) => () => void;
};

/**
 * Runs memory's jobs in the background: at most two at a time, and one per session. A job that this process enqueues wakes it at once. `stop`
 * aborts the running jobs, which return to the queue.
 */
export function startJobWorker({ sessions, jobs, onEnqueued }: WorkSource, log: Log, poll = defaultPoll) {
  const stopping = new AbortController();
  let asleep = new AbortController();
  const wake = (): void => {
    asleep.abort();
    asleep = new AbortController();
  };
  const stopListening = onEnqueued(wake);
  const finished = Promise.all(Array.from({ length: sideBySide }, work));

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      let pause = poll;
      try {
        await sessions.flush();
        await jobs().drain();
      } catch (error) {
        log.error({ err: error }, 'the job worker could not reach the store; it tries again');
        pause = poll * waitsAfterFailure;
      }
      if (!stopping.signal.aborted) await nextLook(pause);
    }
  }

  /** Waits until the pause is over or a job was enqueued. */
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
    },
  };
}
