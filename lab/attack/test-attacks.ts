import { postgresUrl } from '@devai/memory/testing/postgres';
import { expect, it } from 'vitest';
import { renderReport } from './render-report.ts';
import { kindNames, runAttacks } from './run-attacks.ts';

/** One to repeat a failure with: DEVAI_TEST_SEED. */
const seed = Number(process.env['DEVAI_TEST_SEED'] ?? Date.now() % 1e9);
/** For each kind. */
const minutes = 0.05;

/** Tries each kind of attack on one store. The stores have files of their own, so that they are tried at the same time. */
export function testAttacks(store: 'pglite' | 'postgres'): void {
  const serverUrl = postgresUrl();
  it.skipIf(store === 'postgres' && serverUrl === null).each(kindNames)(
    `nothing fails: %s on ${store} (seed ${seed})`,
    async (kind) => {
      const plan = { kinds: [kind], stores: [store], minutes, seed, serverUrl };
      const stop = new AbortController().signal;
      const [tally] = await runAttacks({ ...plan, stop, say: () => {} });
      expect(tally?.tries).toBeGreaterThan(0);
      expect([...(tally?.failures ?? [])], renderReport(tally ? [tally] : [], { minutes, seed })).toEqual([]);
    },
    300_000,
  );
}
