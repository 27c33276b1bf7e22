import { z } from 'zod';
import type { MemoryOptions } from '../options.ts';
import type { Clock } from '../ports.ts';
import type { DecayReport, Store, TidyReport } from '../store/store.ts';

const lastDecay = z.object({ at: z.coerce.date() });

/** Hours after which a daily run counts as missed. */
const missedAfter = 25;

type Dependencies = {
  store: Pick<Store, 'decay' | 'tidy' | 'getSetting'>;
  clock: Clock;
  options: MemoryOptions;
};

/**
 * Lets the unused fade. Strength is computed when it is read, so a run changes no strength: it only prunes what has
 * fallen below the threshold, ends what has expired and lets go of old jobs and entries of the ledger. Running it twice a day or after a week
 * gives the same.
 */
export function createDecay({ store, clock, options }: Dependencies) {
  return {
    /** Safe when several processes run it at once. Returns what it ended, and what will be within 7 days. */
    async run(): Promise<DecayReport & TidyReport> {
      const { doneJobs, ledger } = options.retention;
      const ended = await store.decay({
        threshold: options.decay.threshold,
        warnDays: options.decay.warnDays,
      });
      return { ...ended, ...(await store.tidy({ jobDays: doneJobs, ledgerDays: ledger })) };
    },
    /** Whether the last run is more than a day ago, or there was none. */
    async missed(): Promise<boolean> {
      const last = lastDecay.safeParse(await store.getSetting('last_decay'));
      return !last.success || clock.now().getTime() - last.data.at.getTime() > missedAfter * 3_600_000;
    },
  };
}
