import type { Log } from '../ports.ts';
import type { Store } from '../store/store.ts';

export type Ceiling = ReturnType<typeof createCeiling>;

type Dependencies = {
  /** Tokens per day (UTC); null: no limit. */
  limit: number | null;
  store: Store;
  log: Log;
};

/**
 * This process's view of the daily token ceiling. The store itself decides, when a job is claimed, by the sum of all processes; this view
 * serves notices, and holds back billed work outside jobs (topic tags).
 */
export function createCeiling({ limit, store, log }: Dependencies) {
  let used: number | null = null;
  const isReached = (): boolean => limit !== null && used !== null && used >= limit;

  return {
    limit,
    /** As of the last `look`. */
    isReached,
    /** A note for the operator; null below the ceiling. */
    notice: (): string | null =>
      isReached()
        ? `today's limit of ${limit} tokens is reached (${used} used): billed background work waits until 00:00 UTC, or until the limit is raised`
        : null,
    /** Reads today's ledger if there is a limit. Logs once when the limit is reached, and once when work resumes. */
    async look(): Promise<void> {
      if (limit === null) return;
      const before = isReached();
      used = await store.countTokensToday();
      if (isReached() === before) return;
      if (before) log.info({ used, limit }, 'below the daily token limit again: background work resumes');
      else log.warn({ used, limit }, 'the daily token limit is reached: billed background work waits');
    },
  };
}
