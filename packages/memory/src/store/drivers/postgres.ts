import { checkSettings } from '../../calls/check-calls.ts';
import type { Database } from '../../ports.ts';
import { type ServerSettings, settingsForm } from './postgres-settings.ts';

/**
 * Opens a store on a Postgres server with pgvector and migrates it. Calls run at the same time, as many as the pool has connections.
 * Throws `database_unavailable` when the server does not answer, `database_failed` with what to do when it lacks a version, pgvector or a
 * right, `database_newer` as the name says, `database_outdated` when it may not be migrated and lacks something.
 */
export async function openPostgresDatabase(settings: ServerSettings): Promise<Database> {
  checkSettings(settingsForm, settings);
  const { openWithDriver } = await import('./postgres-driver.ts');
  return openWithDriver(settings);
}
