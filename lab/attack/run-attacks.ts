import { seededRandom } from '@devai/memory/testing';
import { attackByFaults } from './kinds/faults.ts';
import { attackByFuzz } from './kinds/fuzz.ts';
import { attackByKills } from './kinds/kills.ts';
import { soak } from './kinds/soak.ts';
import { attackByUsers } from './kinds/users.ts';
import { openPlace, type StoreKind } from './place.ts';
import type { Attack } from './attack.ts';
import { createTally, type Tally } from '../../apps/api/testing/tally.ts';

const kinds = {
  kills: attackByKills,
  faults: attackByFaults,
  fuzz: attackByFuzz,
  soak,
  users: attackByUsers,
} satisfies Record<string, (attack: Attack) => Promise<void>>;
export type Kind = keyof typeof kinds;
export const kindNames = Object.keys(kinds).filter((name): name is Kind => name in kinds);

export type Plan = {
  kinds: readonly Kind[];
  /** Of attacking, over all kinds and stores; each gets the same share. */
  minutes: number;
  seed: number;
  /** Of a Postgres server whose user may create databases; null: the embedded store alone. */
  serverUrl: string | null;
  stores: readonly StoreKind[];
  stop: AbortSignal;
  say: (line: string) => void;
};

/** Runs the attacks one after the other, each on a new store. Returns the counts of each. */
export async function runAttacks({
  kinds: wanted,
  minutes,
  seed,
  serverUrl,
  stores,
  stop,
  say,
}: Plan): Promise<Tally[]> {
  const tallies: Tally[] = [];
  const duration = (minutes * 60_000) / (wanted.length * stores.length);
  for (const store of stores) {
    for (const kind of wanted) {
      if (stop.aborted) break;
      say(`${kind} on ${store}: ${Math.round(duration / 1_000)} s`);
      const tally = createTally(kind, store);
      tallies.push(tally);
      await runAttack(kind, { store, serverUrl, seed, duration, stop, tally });
      for (const note of tally.notes) say(`  ${note}`);
    }
  }
  return tallies;
}

type Run = { store: StoreKind; serverUrl: string | null } & Pick<
  Attack,
  'seed' | 'duration' | 'stop' | 'tally'
>;

async function runAttack(kind: Kind, { store, serverUrl, ...attack }: Run): Promise<void> {
  const place = await openPlace(store, serverUrl, { isLong: attack.duration >= 60_000 });
  let end: number | null = null;
  const isOver = () => {
    if (attack.tally.tries > 0) end ??= performance.now() + attack.duration;
    return attack.stop.aborted || (end !== null && performance.now() > end);
  };
  try {
    await kinds[kind]({ ...attack, place, random: seededRandom(attack.seed), isOver });
  } catch (error) {
    if (!attack.stop.aborted) {
      attack.tally.fail('other', error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  } finally {
    await place.close();
  }
}
