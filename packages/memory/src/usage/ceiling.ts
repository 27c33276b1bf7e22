import type { Log } from '../ports.ts';
import type { Store } from '../store/store.ts';

export type Ceiling = ReturnType<typeof createCeiling>;

type Dependencies = {
  /** Tokens a day (UTC); null: none. */
  limit: number | null;
  store: Pick<Store, 'usedToday'>;
  log: Log;
};

/**
 * What this process knows of the daily ceiling. Whether a job may begin the store decides when it is claimed, by the sum of all
 * processes; here it is looked up to say so, and to spare the work that is no job (topic tags).
 */
export function createCeiling({ limit, store, log }: Dependencies) {
  let used: number | null = null;
  const isReached = (): boolean => limit !== null && used !== null && used >= limit;

  return {
    limit,
    /** As of the last look. */
    isReached,
    /** What an operator should know; null below the ceiling. */
    notice: (): string | null =>
      isReached()
        ? `today's limit of ${limit} tokens is reached (${used} are used): background work that is billed waits until 00:00 UTC, or until the limit is raised`
        : null,
    /** Reads today's ledger, when there is a limit at all. Says once that it is reached, and once that it is not any more. */
    async look(): Promise<void> {
      if (limit === null) return;
      const before = isReached();
      used = await store.usedToday();
      if (isReached() === before) return;
      if (before) log.info({ used, limit }, 'below the daily token limit again: background work goes on');
      else log.warn({ used, limit }, 'the daily token limit is reached: billed background work waits');
    },
  };
}
