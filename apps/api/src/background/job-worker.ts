import { setTimeout as sleep } from 'node:timers/promises';
import type { Memory } from '@devai/memory';
import type { FastifyBaseLogger } from 'fastify';

/** Milliseconds between two looks for work that another process or the clock made due. */
const defaultPoll = 2_000;
/** Waits between two looks when the store itself failed. */
const waitsAfterFailure = 5;

/** Jobs that run side by side, so that one whose model hangs does not hold up other sessions. */
const sideBySide = 2;

/**
 * Runs memory's jobs in the background, two at a time but one of a session, woken at once by what this process enqueues. `stop` aborts the
 * jobs under way, which go back to the queue.
 */
export function startJobWorker(memory: Memory, log: FastifyBaseLogger, poll = defaultPoll) {
  const stopping = new AbortController();
  let asleep = new AbortController();
  const wake = (): void => {
    asleep.abort();
    asleep = new AbortController();
  };
  const stopListening = memory.jobs.onEnqueued(wake);
  const finished = Promise.all(Array.from({ length: sideBySide }, work));

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      let pause = poll;
      try {
        await memory.sessions.flush();
        await memory.jobs.drain();
      } catch (error) {
        log.error({ err: error }, 'the job worker could not reach the store; it tries again');
        pause = poll * waitsAfterFailure;
      }
      if (!stopping.signal.aborted) await nextLook(pause);
    }
  }

  /** Until the pause is over or something was enqueued. */
  async function nextLook(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: asleep.signal }).catch(() => {});
  }

  return {
    async stop(): Promise<void> {
      stopping.abort();
      stopListening();
      memory.jobs.stop();
      wake();
      await finished;
    },
  };
}
