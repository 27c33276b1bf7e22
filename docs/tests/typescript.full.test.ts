import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { startModelServer } from './model-server.ts';
import { blocks, root } from './pages.ts';

const run = promisify(execFile);
const models = await startModelServer();
afterAll(() => models.close());
const env = { ...process.env, OPENAI_API_KEY: 'none', OPENAI_BASE_URL: models.url };
// the examples are written there, so that Node finds the package by its name
const packageFolder = join(root, 'packages/memory');
const examples = blocks
  .filter(({ language }) => language === 'ts')
  .map((block, index) => ({ ...block, index, place: `${block.page}:${block.line}` }));

/** What a reader should see of the examples of a page, in order; the others must at least run to their end. */
const outputs: Record<string, RegExp[][]> = {
  'docs/context.md': [[/^true$/m]],
  'README.md': [[/^the end\n$/]],
  'packages/memory/README.md': [
    [
      /^true the staging database listens on 6543 injected: /m,
      /^true Deployments go through REST PATCH, not the CLI injected: /m,
      /^- the staging database listens on 6543$/m,
      /^### Project Knowledge \(taskforge\)\n- Deployments go through REST PATCH, not the CLI$/m,
    ],
    [/^not_found false\n/],
  ],
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
    const { stdout, stderr } = await run(process.execPath, [file], { cwd: folder, env });
    expect(stderr).toBe('');
    expect(stdout.endsWith('the end\n')).toBe(true);
    const ofPage = examples.filter((example) => example.page === page);
    const expected = outputs[page]?.[ofPage.findIndex((example) => example.index === index)] ?? [];
    for (const line of expected) expect(stdout).toMatch(line);
  } finally {
    await Promise.all([rm(file), rm(settings), rm(folder, { recursive: true })]);
  }
});
