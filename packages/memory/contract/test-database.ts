import { postgresUrl } from '@devai/db/testing';
import { inject, it } from 'vitest';
import type { TestDatabase } from '../testing/reused-stores.ts';
import { embeddedStores } from '../testing/test-pglite.ts';
import { testPostgres } from './test-postgres.ts';
import { supabaseStores } from './test-supabase.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The stores that this run tries: `quick` in `pnpm test`, `server` and `long` in `pnpm test:full`, `every` in `pnpm test:every`. */
    stores: 'quick' | 'server' | 'long' | 'every';
  }
}

/**
 * The stores that the contract runs over. `pnpm test`: the embedded one, and Supabase's API where its driver is what can fail.
 * `pnpm test:full`: a Postgres server if the run has one; long tests also the embedded one. `pnpm test:every`: Supabase's API for all.
 *
 *     describe.each(testDatabases())('… on $name', (testDatabase) => { … afterAll(() => testDatabase.dispose()) })
 *
 * What needs two connections at once runs where `capabilities.concurrentConnections` says so.
 */
export function testDatabases({ driverAtRisk = false } = {}): TestDatabase[] {
  switch (inject('stores')) {
    case 'quick':
      return [kept(embeddedStores), ...(driverAtRisk ? [kept(supabaseStores)] : [])];
    case 'server':
      return serverDatabases();
    case 'long':
      return [kept(embeddedStores), ...serverDatabases()];
    case 'every':
      return [kept(supabaseStores)];
  }
}

/** The stores of this worker on the server: migrating one takes longer than most tests. */
let serverStores: TestDatabase | undefined;

function serverDatabases(): TestDatabase[] {
  const url = postgresUrl();
  if (url !== null) return [kept((serverStores ??= testPostgres(url)))];
  it.skip('needs a Postgres server'); // a file without any test would fail
  return [];
}

/** Left open at the end of a file, for the next one. Those on a server end with the run (postgres-server.ts). */
const kept = ({ name, capabilities, open }: TestDatabase): TestDatabase => ({
  name,
  capabilities,
  open,
  dispose: async () => {},
});
