import type { Log } from '../ports.ts';
import type { Store } from '../store/store.ts';

export type Ceiling = ReturnType<typeof createCeiling>;

type Dependencies = {
  /** Tokens per day (UTC) of all users, and of each; null: no limit. */
  limit: number | null;
  limitPerUser: number | null;
  store: Pick<Store, 'countTokensToday'>;
  log: Log;
};

/**
 * This process's view of the daily token ceilings. The store itself decides, when a job is claimed, by the sum of all processes; this view
 * serves notices, and holds back billed work outside jobs (topic tags).
 */
export function createCeiling({ limit, limitPerUser, store, log }: Dependencies) {
  let used: number | null = null;
  let above: ReadonlySet<string> = new Set();
  const isReached = (): boolean => limit !== null && used !== null && used >= limit;

  return {
    limit,
    limitPerUser,
    /** The following are as of the last `look`. */
    isReached,
    /** Whether the user, in the form in which the store keeps users, has reached their own limit. */
    isReachedBy: (user: string): boolean => above.has(user),
    /** How many users have. */
    usersAbove: (): number => above.size,
    /** Tokens used today, of each user at most their limit; null without limits. */
    used: (): number | null => used,
    /** Notes for the operator; none below the ceilings. */
    notices: (): string[] => [
      ...(isReached()
        ? [
            `today's limit of ${limit} tokens is reached (${used} used): billed background work waits until 00:00 UTC, or until the limit is raised`,
          ]
        : []),
      ...(above.size > 0
        ? [
            `today's limit of ${limitPerUser} tokens for each user is reached by ${above.size}: their billed background work waits until 00:00 UTC, or until the limit is raised`,
          ]
        : []),
    ],
    /** Reads today's ledger if there is a limit. Logs once when a limit is reached, and once when the work of all resumes. */
    async look(): Promise<void> {
      if (limit === null && limitPerUser === null) return;
      const before = { isReached: isReached(), above };
      const today = await store.countTokensToday(limitPerUser);
      used = today.used;
      above = new Set(today.above);
      for (const user of today.above) {
        if (before.above.has(user)) continue;
        log.warn({ user, limit: limitPerUser }, 'a user reached their daily token limit: theirs waits');
      }
      if (isReached() === before.isReached) return;
      if (before.isReached)
        log.info({ used, limit }, 'below the daily token limit again: background work resumes');
      else log.warn({ used, limit }, 'the daily token limit is reached: billed background work waits');
    },
  };
}
