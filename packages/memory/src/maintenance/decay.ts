import { z } from 'zod';
import type { MemoryOptions } from '../options.ts';
import type { Clock } from '../ports.ts';
import type { Store } from '../store/store.ts';
import { fadedBelow, warnDays, type DecayReport, type PurgeReport } from '../store/upkeep.ts';

const lastDecay = z.object({ at: z.coerce.date() });

/** Hours after which the daily run counts as missed. */
const missedAfter = 25;

type Dependencies = {
  store: Store;
  clock: Clock;
  options: MemoryOptions;
};

/**
 * The daily run. Strength is computed when it is read, so the run rewrites no strength: it prunes memories and topics below the
 * threshold, ends expired memories, and deletes old jobs, contexts and ledger entries. Running it twice a day or after a week gives the
 * same result.
 */
export function createDecay({ store, clock, options }: Dependencies) {
  return {
    /** Several processes may run it at once. Returns how much it pruned, and how much it will within 7 days. */
    async run(): Promise<DecayReport & PurgeReport> {
      const { doneJobs, ledger, contexts } = options.retention;
      const ended = await store.decay({ threshold: fadedBelow, warnDays });
      const days = { jobDays: doneJobs, ledgerDays: ledger, contextDays: contexts };
      const removed = await store.purgeExpired(days);
      return { ...ended, ...removed };
    },
    /** Whether there was no run since then, or ever. By default: within a day. */
    async missed(since = new Date(clock.now().getTime() - missedAfter * 3_600_000)): Promise<boolean> {
      const last = lastDecay.safeParse(await store.getSetting('last_decay'));
      return !last.success || last.data.at < since;
    },
  };
}
