import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { blocks, root } from './pages.ts';

const run = promisify(execFile);
// in the package, so that its name is found
const packageFolder = join(root, 'packages/memory');
const examples = blocks
  .filter(({ language }) => language === 'ts')
  .map((block, index) => ({ ...block, index, place: `${block.page}:${block.line}` }));

/** What a reader should see of an example; the others must at least run to their end. */
const outputs: Record<string, (output: string) => void> = {
  'README.md': (output) => expect(output).toBe('the end\n'),
  'packages/memory/README.md': (output) => {
    expect(output).toMatch(/true the staging database listens on 6543 injected: /);
    expect(output).toMatch(
      /### Project Knowledge \(taskforge\)\n(- .*\n)*- deployments go through REST PATCH, not the CLI/,
    );
    expect(output).not.toContain('degraded');
  },
};

it.each(examples)('$place has no type errors and runs to its end', async ({ page, code, index }) => {
  const folder = await mkdtemp(join(tmpdir(), 'devai-example-'));
  const name = `.example-${process.pid}-${index}`;
  const file = join(packageFolder, `${name}.ts`);
  const settings = join(packageFolder, `${name}.json`);
  try {
    await writeFile(file, `${code}\nconsole.log('the end');\n`);
    await writeFile(
      settings,
      JSON.stringify({
        extends: './tsconfig.json',
        compilerOptions: { noEmit: true, composite: false, declaration: false, emitDeclarationOnly: false },
        include: [`${name}.ts`],
      }),
    );
    await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', settings]);
    const { stdout } = await run(process.execPath, [file], { cwd: folder });
    expect(stdout.endsWith('the end\n')).toBe(true);
    outputs[page]?.(stdout);
  } finally {
    await Promise.all([rm(file), rm(settings), rm(folder, { recursive: true })]);
  }
});
