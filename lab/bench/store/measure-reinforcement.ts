import { z } from 'zod';
import { createStore } from '../../../packages/memory/src/store/store.ts';
import type { BenchDatabase } from '../bench-database.ts';
import { percentile } from '../../../packages/memory/testing/percentile.ts';
import type { ProgressBar } from '../../../packages/memory/testing/progress-bar.ts';
import { pick, seededRandom } from '../../../packages/memory/testing/seeded-random.ts';
import type { World } from './synthetic-world.ts';

const calls = 60;
const memoriesOfCall = 15;

export type ReinforcementFigures = {
  memories: number;
  p50: number;
  p95: number;
  /** Milliseconds of a handwritten update of as many memories, run in turns with the call. */
  bareP50: number;
  /** The share of the written rows that stayed in their page, without a new index entry. */
  hotShare: number;
};

const places = z.array(z.object({ id: z.string(), page: z.coerce.number() }));
const ids = z.array(z.object({ id: z.string() }));

/**
 * Reinforces 15 memories of one project at a time, as a turn does. No changed column is indexed, so a row that stays
 * in its page, compared before and after, was updated in place (HOT).
 */
export async function measureReinforcement(
  store: BenchDatabase,
  world: World,
  bar: ProgressBar,
): Promise<ReinforcementFigures> {
  const memories = createStore(store.database);
  const random = seededRandom(world.seed + 3);
  const times: number[] = [];
  const bareTimes: number[] = [];
  let written = 0;
  let hot = 0;
  for (let call = 0; call < calls; call += 1) {
    bar.show('reinforcement', call, calls);
    const chosen = await someMemories(store, world, random);
    const before = await pagesOf(store, chosen);
    const started = performance.now();
    await memories.reinforceMemories(chosen);
    times.push(performance.now() - started);
    const after = await pagesOf(store, chosen);
    written += after.size;
    hot += [...after].filter(([id, page]) => before.get(id) === page).length;

    const others = await someMemories(store, world, random);
    const bareStarted = performance.now();
    await store.query(
      `update public.devai_memories set access_count = access_count + 1, last_accessed_at = now(), strength = 1
       where id = any($1::uuid[]) and is_valid`,
      [others],
    );
    bareTimes.push(performance.now() - bareStarted);
  }
  return {
    memories: memoriesOfCall,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    bareP50: percentile(bareTimes, 0.5),
    hotShare: hot / written,
  };
}

async function someMemories(store: BenchDatabase, world: World, random: () => number): Promise<string[]> {
  const scope = world.scopes[pick(random, Math.min(40, world.scopes.length))];
  const from = pick(random, 200);
  const rows = await store.query(
    `select id from public.devai_memories where scope = $1 and is_valid and fades_at > now() and expires_at is null
     order by id offset $2 limit ${memoriesOfCall}`,
    [scope?.scope ?? 'devai/global', Math.min(from, Math.max(0, (scope?.memories ?? 0) - 40))],
  );
  return ids.parse(rows).map(({ id }) => id);
}

async function pagesOf(store: BenchDatabase, wanted: string[]): Promise<Map<string, number>> {
  const rows = await store.query(
    `select id, split_part(trim(both '()' from ctid::text), ',', 1)::integer as page from public.devai_memories where id = any($1::uuid[])`,
    [wanted],
  );
  return new Map(places.parse(rows).map(({ id, page }) => [id, page]));
}
