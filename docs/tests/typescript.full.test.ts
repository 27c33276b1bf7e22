import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shortLived } from '../../packages/memory/testing/short-lived.ts';
import { startModelServer } from './model-server.ts';
import { blocks, root } from './pages.ts';

const run = promisify(execFile);
const models = await startModelServer();
afterAll(() => models.close());
const env = { ...process.env, OPENAI_API_KEY: 'none', OPENAI_BASE_URL: models.url };
// the examples of a package are written there, so that Node finds it by its name; those of other pages in the library
const folders = ['memory', 'fastify'].map((name) => join(root, 'packages', name));
const folderOf = (page: string): string =>
  folders.find((folder) => join(root, page).startsWith(`${folder}/`)) ?? join(root, 'packages/memory');
const names = `.example-${process.pid}`;
const settings = join(root, `packages/${names}.json`);
const examples = blocks
  .filter(({ language }) => language === 'ts')
  .map((block, index) => ({
    ...block,
    index,
    place: `${block.page}:${block.line}`,
    file: join(folderOf(block.page), `${names}-${index}.ts`),
  }));

beforeAll(async () => {
  for (const { file, code } of examples) await writeFile(file, `${code}\nconsole.log('the end');\n`);
});
afterAll(() =>
  Promise.all([settings, ...examples.map(({ file }) => file)].map((path) => rm(path, { force: true }))),
);

it('the examples have no type errors', async () => {
  await writeFile(
    settings,
    JSON.stringify({
      extends: './memory/tsconfig.json',
      compilerOptions: {
        rootDir: root,
        noEmit: true,
        composite: false,
        declaration: false,
        emitDeclarationOnly: false,
      },
      include: [`*/${names}-*.ts`],
    }),
  );
  const { stdout } = await run(process.execPath, [
    join(root, 'node_modules/typescript/bin/tsc'),
    '-p',
    settings,
  ]).catch((error: { stdout: string }) => error); // its output names the errors
  expect(stdout).toBe('');
});

const runnable = examples.filter(({ noRun }) => noRun === null);
const pagesWithExamples = [...new Set(runnable.map(({ page }) => page))];

it.each(pagesWithExamples)('the examples of %s run to their end', async (page) => {
  const ofPage = runnable.filter((example) => example.page === page);
  const files = ofPage.map(({ file }) => file);
  const runner = join(import.meta.dirname, 'run-examples.ts');
  const { stdout, stderr } = await run(process.execPath, [...shortLived, runner, ...files], { env });
  expect(stderr).toBe('');
  const [, ...said] = stdout.split('=== an example\n');
  for (const [index, { place }] of ofPage.entries()) {
    expect(said[index]?.endsWith('the end\n'), `${place}: ${said[index]}`).toBe(true);
    for (const line of outputs[page]?.[index] ?? []) expect(said[index], place).toMatch(line);
  }
});

/** What a reader should see of the examples of a page that are run, in order; the others must at least run to their end. */
const outputs: Record<string, RegExp[][]> = {
  'docs/adapters.md': [
    [/orders are shipped on fridays/i],
    [/orders are shipped on fridays/i],
    [/orders are shipped on fridays/i],
    [/Green tea, without sugar/],
  ],
  'docs/context.md': [[/^true$/m]],
  'docs/embed.md': [
    [/^orders are shipped on Fridays$/m],
    [/^the end$/m],
    [/^true true true$/m],
    [/^handbook\/shipping.md.* true$/m],
  ],
  'README.md': [[/^the end\n$/]],
  'packages/fastify/README.md': [
    [/^Orders are shipped on Fridays\n[^]*- Orders are shipped on Fridays$[^]*\n401$/m],
  ],
  'packages/memory/README.md': [
    [/^- orders are shipped on Fridays$/m],
    [/^2$/m],
    [/^- the staging database listens on 6543$/m],
    [/^1\n0\n\{ sessions: 1, messages: 1, memories: 1, documents: 0 \}\n/],
    [/^not_found false\n/],
  ],
};
