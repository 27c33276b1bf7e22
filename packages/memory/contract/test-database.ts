import { postgresUrl } from '@devai/db/testing';
import { testPglite } from './test-pglite.ts';
import { testPostgres } from './test-postgres.ts';
import { testSupabase } from './test-supabase.ts';
import type { Database } from '../src/ports.ts';

export type OpenTestDatabase = {
  database: Database;
  /** Stops the store's clock at a moment; null lets it run. Call it while no other call is under way. */
  setNow(moment: Date | null): Promise<void>;
  /** Plain SQL as the owner, to look at rows or to break them. */
  query(sql: string, parameters?: unknown[]): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
};

export type TestDatabase = {
  name: string;
  capabilities: Database['capabilities'];
  /** An empty, migrated store that no other test has at the moment. Tests must leave its schema as it is. */
  open(): Promise<OpenTestDatabase>;
  /** After the last test of a file. */
  dispose(): Promise<void>;
};

/**
 * The stores that the contract runs over: the embedded one and Supabase's API always, a Postgres server in a full run that has one.
 * Call it once per test file:
 *
 *     describe.each(testDatabases())('… on $name', (testDatabase) => { … afterAll(() => testDatabase.dispose()) })
 *
 * What needs two connections at once runs where `capabilities.concurrentConnections` says so.
 */
export function testDatabases(): TestDatabase[] {
  const url = postgresUrl();
  return [testPglite(), testSupabase(), ...(url === null ? [] : [testPostgres(url)])];
}
