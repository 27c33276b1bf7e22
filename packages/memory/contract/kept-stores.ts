import { postgresUrl } from '@devai/db/testing';
import { onTestFinished } from 'vitest';
import { ownDatabase } from './test-postgres.ts';

// What tests need whose stores outlive the processes on them.

/** What decides at random. One to repeat a failure with: DEVAI_TEST_SEED. */
export const seed = Number(process.env['DEVAI_TEST_SEED'] ?? Date.now() % 1e9);

/** The server of a full run; null without one. */
export const server = postgresUrl();

/** Makes an empty database on the server that is dropped after the running test. Returns its URL. */
export async function temporaryDatabase(): Promise<string> {
  if (server === null) throw new Error('there is no server');
  const { url, drop } = await ownDatabase(server);
  onTestFinished(drop);
  return url;
}
