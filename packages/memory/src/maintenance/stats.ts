import { narrowingProject, readableScopes } from '../namespaces.ts';
import type { MemoryOptions } from '../options.ts';
import type { Clock } from '../ports.ts';
import type { StoreStats } from '../store/store-stats.ts';
import type { Store } from '../store/store.ts';

export type StatsInput = {
  /** Narrows to what a chat of this project reads, and to what its sessions cost. */
  project?: string | null | undefined;
  /** Narrows to what came from one session, and tells what each of its memories cost. */
  sessionId?: string | undefined;
};

export type Stats = Omit<StoreStats, 'usedToday'> & {
  /** The daily limit of tokens, of the whole store: what was used since `since`, and whether background work waits. */
  ceiling: { limit: number | null; used: number; reached: boolean; since: Date };
};

type Dependencies = {
  store: Pick<Store, 'readStats'>;
  clock: Clock;
  options: MemoryOptions;
  /** The store's embedder: a memory without its vector waits for one. */
  embedder: () => string;
};

/** What the store holds, and what memory cost, in one database call. It counts, and reads whole tables for that. */
export function createStats({ store, clock, options, embedder }: Dependencies) {
  return async function stats({ project, sessionId }: StatsInput = {}): Promise<Stats> {
    const { usedToday: used, ...figures } = await store.readStats({
      scopes: typeof project === 'string' ? readableScopes(project) : null,
      project: narrowingProject(project),
      sessionId: sessionId ?? null,
      embeddingModel: embedder(),
      warnDays: options.decay.warnDays,
    });
    const limit = options.usage.dailyTokenLimit;
    const since = clock.now();
    since.setUTCHours(0, 0, 0, 0);
    return { ...figures, ceiling: { limit, used, reached: limit !== null && used >= limit, since } };
  };
}
