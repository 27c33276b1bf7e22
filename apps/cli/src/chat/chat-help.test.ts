import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chatHelp } from './chat-help.ts';

test('docs/cli.md has every command of the help', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../../docs/cli.md'), 'utf8');
  const commands = chatHelp.match(/^\/[a-z]+/gm) ?? [];
  expect(commands.length).toBeGreaterThan(10);
  expect(commands.filter((command) => !page.includes(`\`${command}`))).toEqual([]);
});
