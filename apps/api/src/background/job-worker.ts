import type { Memory } from '@devai/memory';
import type { FastifyBaseLogger } from 'fastify';

/** Milliseconds between two looks for work that another process or the clock made due. */
const defaultPoll = 2_000;
/** Waits between two looks when the store itself failed. */
const waitsAfterFailure = 5;

/**
 * Runs memory's jobs in the background, one at a time, woken at once by what this process enqueues. `stop` aborts the
 * job under way, which goes back to the queue.
 */
export function startJobWorker(memory: Memory, log: FastifyBaseLogger, poll = defaultPoll) {
  const stopping = new AbortController();
  let wake = () => {};
  const stopListening = memory.jobs.onEnqueued(() => wake());
  const finished = work();

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

  function nextLook(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
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
