import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

/** Prints how many modules of the tokenizer a process has loaded after the import, after a count, and the count. */
const program = `
  import { registerHooks } from 'node:module';
  let loaded = 0;
  registerHooks({ resolve: (name, context, next) => ((loaded += name.startsWith('gpt-tokenizer') ? 1 : 0), next(name, context)) });
  const { countTokens } = await import('${new URL('../index.ts', import.meta.url).href}');
  const before = loaded;
  const tokens = countTokens('The bridge is open.');
  console.log(JSON.stringify({ before, after: loaded, tokens }));`;

it('is not loaded by an import of the library, and counts without a store', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program]);
  expect(JSON.parse(stdout)).toEqual({ before: 0, after: 1, tokens: 5 });
});
