import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { databaseError, errorCodes, MemoryError } from './errors.ts';

it('documents every code with whether it can be retried', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/errors.md'), 'utf8');
  for (const [code, { retryable, help }] of Object.entries(errorCodes)) {
    expect(page).toContain(`| \`${code}\` | ${retryable ? 'yes' : 'no'} | ${help} |`);
  }
});

it.each([
  ['22DV1', 'invalid_input', false],
  ['22DV3', 'conflict', true],
  ['22DV4', 'lease_lost', true],
  ['57P01', 'database_unavailable', true],
  ['08006', 'database_unavailable', true],
  [undefined, 'database_unavailable', true],
  ['40001', 'database_failed', true],
  ['42P01', 'database_failed', false],
])('maps SQLSTATE %s to %s', (sqlState, code, isRetryable) => {
  const cause = new Error('as the server said it');
  expect(databaseError(sqlState, cause)).toMatchObject({ code, isRetryable, cause });
});

it('keeps code and cause', () => {
  const cause = new Error('below');
  const error = new MemoryError('model_failed', 'no answer', { cause });
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ code: 'model_failed', cause, isRetryable: true });
});
