import { z } from 'zod';
import * as fields from '../fields/fields.ts';
import { narrowingProject, readableScopes } from '../namespaces.ts';
import type { Clock } from '../ports.ts';
import type { StoreStats } from '../store/stats.ts';
import type { Store } from '../store/store.ts';
import { warnDays } from '../store/upkeep.ts';
import type { Ceiling } from '../usage/ceiling.ts';

export const statsInput = z.strictObject({
  /** Only what a chat in this project reads, and what its sessions cost. */
  project: fields.project.optional(),
  /** Only what came from this session, with the cost of each of its memories. */
  sessionId: fields.id.optional(),
});
/** Whose figures `stats` returns. */
export type StatsInput = z.input<typeof statsInput>;

/** Counts and costs of a store, or of one user in it. */
export type Stats = Omit<StoreStats, 'usedToday'> & {
  /**
   * The daily token limit, the tokens used since `since`, and whether background work waits for tomorrow or a higher limit: the user's own, or
   * those of all. `code` says which limit is reached; in the figures of a store `user_limit_reached` means that of some users.
   */
  ceiling: {
    limit: number | null;
    used: number;
    reached: boolean;
    since: Date;
    code: 'limit_reached' | 'user_limit_reached' | null;
  };
};

export type StatsDependencies = {
  /** Of a user, or of the store. */
  count: Store['getStats'];
  clock: Clock;
  ceiling: Ceiling;
  /** Whose limit is shown, in the form in which the store keeps users; null: that of all. */
  user: string | null;
  /** What a request of a model costs in US dollars; null where no price is known. */
  costOf: (model: string, usage: { inputTokens: number; outputTokens: number }) => number | null;
  /** The id of the store's embedder; memories without its vector count as waiting. */
  embedder: string;
};

/** Counts what a user or the store has and what memory cost, in one database call that reads whole tables. */
export async function stats(
  { count, clock, ceiling, user, costOf, embedder }: StatsDependencies,
  { project, sessionId }: StatsInput = {},
): Promise<Stats> {
  const { usedToday, days, ...figures } = await count({
    scopes: typeof project === 'string' ? readableScopes(project) : null,
    project: narrowingProject(project),
    sessionId: sessionId ?? null,
    embeddingModel: embedder,
    warnDays,
  });
  await ceiling.look();
  const isAllReached = ceiling.isReached();
  const isOwnReached = user === null ? ceiling.usersAbove() > 0 : ceiling.isReachedBy(user);
  const since = new Date(clock.now());
  since.setUTCHours(0, 0, 0, 0);
  return {
    ...figures,
    days: days.map((one) => ({ ...one, cost: one.operation === 'chat' ? one.cost : costOf(one.model, one) })),
    ceiling: {
      limit: user === null ? ceiling.limit : ceiling.limitPerUser,
      used: user === null ? (ceiling.used() ?? usedToday) : usedToday,
      reached: isAllReached || (user !== null && isOwnReached),
      since,
      code: isAllReached ? 'limit_reached' : isOwnReached ? 'user_limit_reached' : null,
    },
  };
}
