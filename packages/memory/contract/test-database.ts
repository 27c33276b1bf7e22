import { postgresUrl } from '@devai/db/testing';
import { inject } from 'vitest';
import type { TestDatabase } from '../testing/reused-stores.ts';
import { embeddedStores } from '../testing/test-pglite.ts';
import { testPostgres } from './test-postgres.ts';
import { supabaseStores } from './test-supabase.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether this run is `pnpm test:full`. */
    fullRun: boolean;
  }
}

/**
 * The stores that the contract runs over. `pnpm test`: the embedded one, and Supabase's API where its driver is what can fail.
 * `pnpm test:full`: Supabase's API, and a Postgres server when the run has one.
 *
 *     describe.each(testDatabases())('… on $name', (testDatabase) => { … afterAll(() => testDatabase.dispose()) })
 *
 * What needs two connections at once runs where `capabilities.concurrentConnections` says so.
 */
export function testDatabases({ driverAtRisk = false } = {}): TestDatabase[] {
  if (!inject('fullRun')) return [embeddedStores, ...(driverAtRisk ? [supabaseStores] : [])].map(kept);
  const url = postgresUrl();
  return [kept(supabaseStores), ...(url === null ? [] : [testPostgres(url)])];
}

/** Left open at the end of a file, for the next one. */
const kept = ({ name, capabilities, open }: TestDatabase): TestDatabase => ({
  name,
  capabilities,
  open,
  dispose: async () => {},
});
