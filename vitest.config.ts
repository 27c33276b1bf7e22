import { defineConfig } from 'vitest/config';

const store = ['**/*.store.test.ts', 'packages/memory/contract/**/*.test.ts', 'apps/api/tests/**/*.test.ts'];
const long = '**/*.full.test.ts';
/** In a browser, against a server in the worker itself. */
const page = 'apps/web/**/*.full.test.ts';
/** Those that replace modules, which the others of a worker would share. */
const alone = '**/*.alone.test.ts';
const elsewhere = ['**/node_modules/**', '**/dist/**'];
/** What a test waits for comes late on a busy machine; by default a poll ends after a second. */
const patient = { poll: { timeout: 20_000 } };

/** Files of a worker share their modules, so that they share the embedded store, too: starting one takes longer than most tests. */
const shared = { isolate: false };
/** `stores`: what the contract runs over (packages/memory/contract/test-database.ts). */
const within = (milliseconds: number, stores: string) => ({
  expect: patient,
  testTimeout: milliseconds,
  hookTimeout: milliseconds,
  provide: { stores },
});
const contract = {
  include: ['packages/memory/contract/**/*.test.ts', 'db/**/*.test.ts'],
  exclude: [...elsewhere, long],
  ...shared,
};

const runs = {
  /** `pnpm test`: what a change is tried with. */
  test: [
    {
      name: 'unit',
      include: ['{apps,packages,docs,lab}/**/*.test.ts'],
      exclude: [...elsewhere, ...store, long, alone],
      ...shared,
      ...within(30_000, 'quick'),
    },
    {
      name: 'store',
      include: store,
      exclude: [...elsewhere, long, alone],
      ...shared,
      ...within(60_000, 'quick'),
    },
    { name: 'alone', include: [alone], exclude: elsewhere, ...within(60_000, 'quick') },
  ],
  /**
   * `pnpm test:full`: what takes long (processes that are started and killed, databases that are migrated, pages) and the contract on a
   * Postgres server.
   */
  full: [
    { name: 'contract', ...contract, ...within(60_000, 'server') },
    { name: 'long', include: [long], exclude: [...elsewhere, page], ...shared, ...within(120_000, 'long') },
    { name: 'page', include: [page], exclude: elsewhere, ...shared, ...within(120_000, 'long') },
  ],
  /** `pnpm test:packages`: what is installed from tarballs, in each way that a host may have. */
  packages: [
    {
      name: 'packages',
      include: ['scripts/**/*.packages.test.ts'],
      exclude: elsewhere,
      ...within(300_000, 'long'),
    },
  ],
  /** `pnpm test:every`: the whole contract over Supabase's API, of which `pnpm test` tries what can fail there. */
  every: [{ name: 'every', ...contract, ...within(120_000, 'every') }],
};

/** Only these runs start or use a Postgres server. */
const server = 'packages/memory/contract/postgres-server.ts';
const before: Record<string, string[]> = { full: [server], packages: [server, 'scripts/tests/packed.ts'] };

export default defineConfig(({ mode }) => ({
  test: {
    projects: (mode === 'full' || mode === 'every' || mode === 'packages' ? runs[mode] : runs.test).map(
      (test) => ({ test }),
    ),
    pool: 'forks',
    // For two cores, of which two workers leave a fifth unused.
    maxWorkers: 3,
    globalSetup: before[mode] ?? [],
    // The stand-in for Supabase's API prints each error that it answers with.
    onConsoleLog: (text) => !text.includes('@electric-sql/pglite'),
  },
}));
