import { z } from 'zod';
import { checkSettings } from '../calls/check-calls.ts';
import { MemoryError } from '../errors.ts';
import type { Log } from '../ports.ts';
import { startJobWorker, type WorkSource } from './job-worker.ts';
import { isCronExpression, startSchedule, type Upkeep } from './upkeep-schedule.ts';

const schedule = z.string().refine(isCronExpression, {
  error: 'needs a cron expression, such as "30 3 * * *"',
});
const startInput = z.strictObject({
  /** When the daily run takes place, as a cron expression in the zone of the process. Default: 03:30. */
  decay: schedule.optional(),
  /** When all projects are consolidated; null: never. Default: Sundays at 04:00. */
  consolidation: schedule.nullish(),
  /** Milliseconds between two looks for jobs of other processes, and for those that became due by time. Default: 2,000. */
  poll: z.int().min(10).max(3_600_000).optional(),
});
/** When the background work of `start` takes place. */
export type StartInput = z.input<typeof startInput>;

type Dependencies = WorkSource & { decay: Upkeep; consolidation: Upkeep; log: Log };

/** Background work that can be started once at a time. */
export function createBackground({ decay, consolidation, log, ...source }: Dependencies) {
  let running: { stop: () => Promise<void> }[] = [];
  let isClosed = false;

  async function stop(): Promise<void> {
    const stopping = running;
    running = [];
    for (const work of stopping) await work.stop();
  }

  return {
    /** Throws `invalid_input` for settings that are wrong, and when it runs already, and `closed`. */
    start(input: StartInput = {}): { stop: () => Promise<void> } {
      checkSettings(startInput, input, 'start');
      if (isClosed) throw new MemoryError('closed', 'start: the memory was closed');
      if (running.length > 0)
        throw new MemoryError('invalid_input', 'start: the background work runs already');
      const { decay: daily = '30 3 * * *', consolidation: weekly = '0 4 * * 0', poll } = input;
      running = [
        startJobWorker(source, log, poll),
        startSchedule('decay', daily, decay, log),
        ...(weekly === null ? [] : [startSchedule('consolidation', weekly, consolidation, log)]),
      ];
      return { stop };
    },
    close(): Promise<void> {
      isClosed = true;
      return stop();
    },
  };
}
