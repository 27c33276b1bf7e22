import { randomBytes } from 'node:crypto';
import { postgresUrl } from '@devai/db/testing';
import { onTestFinished } from 'vitest';
import { administer, databaseUrl } from './test-postgres.ts';

// What tests need whose stores outlive the processes on them.

/** What decides at random. One to repeat a failure with: DEVAI_TEST_SEED. */
export const seed = Number(process.env['DEVAI_TEST_SEED'] ?? Date.now() % 1e9);

/** The server of a full run; null without one. */
export const server = postgresUrl();

/** Makes an empty database on the server that is dropped after the running test. Returns its URL. */
export async function temporaryDatabase(): Promise<string> {
  if (server === null) throw new Error('there is no server');
  const name = `devai_kept_${process.pid}_${randomBytes(4).toString('hex')}`;
  await administer(server, `create database ${name}`);
  onTestFinished(() => administer(server, `drop database ${name} with (force)`));
  return databaseUrl(server, name);
}
