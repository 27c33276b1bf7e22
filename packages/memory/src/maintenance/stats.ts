import { z } from 'zod';
import * as fields from '../fields/fields.ts';
import { narrowingProject, readableScopes } from '../namespaces.ts';
import type { MemoryOptions } from '../options.ts';
import type { Clock } from '../ports.ts';
import type { StoreStats } from '../store/stats.ts';
import type { Store } from '../store/store.ts';
import { warnDays } from '../store/upkeep.ts';

export const statsInput = z.strictObject({
  /** Only what a chat in this project reads, and what its sessions cost. */
  project: fields.project.optional(),
  /** Only what came from this session, with the cost of each of its memories. */
  sessionId: fields.id.optional(),
});
export type StatsInput = z.input<typeof statsInput>;

export type Stats = Omit<StoreStats, 'usedToday'> & {
  /** The store's daily token limit, the tokens used since `since`, and whether background work waits. */
  ceiling: { limit: number | null; used: number; reached: boolean; since: Date };
};

type Dependencies = {
  store: Store;
  clock: Clock;
  options: MemoryOptions;
  /** What a request of a model costs in US dollars; null where no price is known. */
  costOf: (model: string, usage: { inputTokens: number; outputTokens: number }) => number | null;
  /** The id of the store's embedder; memories without its vector count as waiting. */
  embedder: string;
};

/** Counts what the store holds and what memory cost, in one database call that reads whole tables. */
export async function stats(
  { store, clock, options, costOf, embedder }: Dependencies,
  { project, sessionId }: StatsInput = {},
): Promise<Stats> {
  const {
    usedToday: used,
    days,
    ...figures
  } = await store.getStats({
    scopes: typeof project === 'string' ? readableScopes(project) : null,
    project: narrowingProject(project),
    sessionId: sessionId ?? null,
    embeddingModel: embedder,
    warnDays,
  });
  const limit = options.usage.dailyTokenLimit;
  const since = new Date(clock.now());
  since.setUTCHours(0, 0, 0, 0);
  return {
    ...figures,
    days: days.map((one) => ({ ...one, cost: one.operation === 'chat' ? one.cost : costOf(one.model, one) })),
    ceiling: { limit, used, reached: limit !== null && used >= limit, since },
  };
}
