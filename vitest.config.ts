import { defineConfig } from 'vitest/config';

const store = [
  '**/*.store.test.ts',
  'packages/memory/contract/**/*.test.ts',
  'apps/api/tests/**/*.test.ts',
  'db/**/*.test.ts',
];
const long = '**/*.full.test.ts';
/** In a browser, against a server in the worker itself. */
const page = 'apps/web/**/*.full.test.ts';
/** Those that replace modules, which the others of a worker would share. */
const alone = '**/*.alone.test.ts';
const elsewhere = ['**/node_modules/**', '**/dist/**'];
/** What a test waits for comes late on a busy machine; by default a poll ends after a second. */
const patient = { poll: { timeout: 20_000 } };

/**
 * `vitest run`: what a change is tried with. `vitest run --mode full`: what takes long (processes that are started and killed, and
 * the contract on the stores that are not embedded).
 *
 * Files of a worker share their modules, so that they share the embedded store, too: starting one takes longer than most tests.
 */
export default defineConfig(({ mode }) => {
  const isFull = mode === 'full';
  const within = (milliseconds: number) => ({
    expect: patient,
    testTimeout: milliseconds,
    hookTimeout: milliseconds,
    provide: { fullRun: isFull },
  });
  const quick = [
    {
      name: 'unit',
      include: ['{apps,packages,docs}/**/*.test.ts'],
      exclude: [...elsewhere, ...store, long, alone],
      isolate: false,
      ...within(30_000),
    },
    {
      name: 'store',
      include: store,
      exclude: [...elsewhere, long, alone],
      isolate: false,
      ...within(60_000),
    },
    { name: 'alone', include: [alone], exclude: elsewhere, ...within(60_000) },
  ];
  const full = [
    {
      name: 'contract',
      include: ['packages/memory/contract/**/*.test.ts', 'db/**/*.test.ts'],
      exclude: [...elsewhere, long],
      isolate: false,
      ...within(60_000),
    },
    { name: 'long', include: [long], exclude: [...elsewhere, page], ...within(120_000) },
    { name: 'page', include: [page], exclude: elsewhere, isolate: false, ...within(120_000) },
  ];
  return {
    test: {
      projects: (isFull ? full : quick).map((test) => ({ test })),
      pool: 'forks',
      // Two cores: more workers only make the embedded databases fight for them.
      maxWorkers: 2,
      // Only a full run starts or uses a Postgres server.
      globalSetup: isFull ? ['packages/memory/contract/postgres-server.ts'] : [],
      // The stand-in for Supabase's API prints each error that it answers with.
      onConsoleLog: (text) => !text.includes('@electric-sql/pglite'),
    },
  };
});
