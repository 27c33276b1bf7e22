import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { statusByCode } from './errors.ts';
import { hostErrorCodes } from './protocol/problem.ts';

const page = await readFile(join(import.meta.dirname, '../../../docs/errors.md'), 'utf8');

it.each(Object.entries(hostErrorCodes))(
  'documents %s with its status and what to do',
  (code, { status, help }) => {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${code}\` |`));
    expect(row).toContain(`HTTP ${status}`);
    expect(row).toContain(`| ${help} |`);
  },
);

it.each(Object.entries(statusByCode))('documents that %s is answered with %i', (code, status) => {
  const row = page.split('\n').find((line) => line.startsWith(`| ${status} |`));
  expect(row).toContain(`\`${code}\``);
});
