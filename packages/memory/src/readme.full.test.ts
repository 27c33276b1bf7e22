import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const packageFolder = join(import.meta.dirname, '..');

/** Runs the first TypeScript of a page as it is written, in an empty folder. Returns what it wrote. */
async function runExample(page: string): Promise<string> {
  const [, code = ''] = /```ts\n([^]*?)```/.exec(await readFile(join(packageFolder, page), 'utf8')) ?? [];
  const folder = await mkdtemp(join(tmpdir(), 'readme-'));
  // in the package, so that its name is found
  const file = join(packageFolder, `.readme-${process.pid}.ts`);
  try {
    await writeFile(file, `${code}\nconsole.log('the end');\n`);
    const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: folder });
    return stdout;
  } finally {
    await Promise.all([rm(file), rm(folder, { recursive: true })]);
  }
}

it("the package's example learns in one session what it brings back in the next, and says why", async () => {
  const output = await runExample('README.md');
  expect(output).toMatch(/true the staging database listens on 6543 injected: /);
  expect(output).toMatch(
    /### Project Knowledge \(taskforge\)\n(- .*\n)*- deployments go through REST PATCH, not the CLI/,
  );
  expect(output).not.toContain('degraded');
  expect(output.endsWith('the end\n')).toBe(true);
});

it("the project's example runs to its end", async () => {
  expect(await runExample('../../README.md')).toBe('the end\n');
});
