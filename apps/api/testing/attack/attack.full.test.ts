import { expect, inject, it } from 'vitest';
import { renderReport } from './render-report.ts';
import { kindNames, runAttacks } from './run-attacks.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl?: string | null;
  }
}

/** One to repeat a failure with: DEVAI_TEST_SEED. */
const seed = Number(process.env['DEVAI_TEST_SEED'] ?? Date.now() % 1e9);
/** For each kind on each store. */
const minutes = 0.1;

const serverUrl = inject('postgresUrl') ?? null;
const attacks = (serverUrl === null ? (['pglite'] as const) : (['pglite', 'postgres'] as const)).flatMap(
  (store) => kindNames.map((kind) => ({ kind, store })),
);

it.each(attacks)(
  `nothing fails: $kind on $store (seed ${seed})`,
  async ({ kind, store }) => {
    const plan = { kinds: [kind], stores: [store], minutes, seed, serverUrl };
    const stop = new AbortController().signal;
    const [tally] = await runAttacks({ ...plan, stop, say: () => {} });
    expect(tally?.tries).toBeGreaterThan(0);
    expect([...(tally?.failures ?? [])], renderReport(tally ? [tally] : [], { minutes, seed })).toEqual([]);
  },
  300_000,
);
