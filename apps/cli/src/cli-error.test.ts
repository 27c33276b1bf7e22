import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownCodes } from './cli-error.ts';

const page = await readFile(join(import.meta.dirname, '../../../docs/errors.md'), 'utf8');

test.each(Object.entries(ownCodes))('docs/errors.md has %s with what to do', (code, help) => {
  expect(page.split('\n')).toContainEqual(expect.stringMatching(new RegExp(`^\\| \`${code}\` +\\|`)));
  expect(page).toContain(`| ${help} |`);
});
