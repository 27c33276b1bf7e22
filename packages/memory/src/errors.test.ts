import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { errorCodes, isOutage, MemoryError } from './errors.ts';

it('documents every code with whether it can be retried', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/errors.md'), 'utf8');
  for (const [code, { retryable, help }] of Object.entries(errorCodes)) {
    expect(page).toContain(`| \`${code}\` | ${retryable ? 'yes' : 'no'} | ${help} |`);
  }
});

it('counts as an outage what is not the fault of the current job or message', () => {
  expect(isOutage(new MemoryError('database_unavailable', 'x'))).toBe(true);
  expect(isOutage(new MemoryError('database_failed', 'x', { isRetryable: true }))).toBe(false);
  expect(isOutage(new Error('x'))).toBe(false);
});

it('keeps code and cause', () => {
  const cause = new Error('below');
  const error = new MemoryError('model_failed', 'no answer', { cause });
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ code: 'model_failed', cause, isRetryable: true });
});
