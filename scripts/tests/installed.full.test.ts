import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startModelServer } from '../../docs/tests/model-server.ts';
import { shortLived } from '../../packages/memory/testing/short-lived.ts';
import { published } from '../workspace-packages.ts';
import { contentsOf, openNpmFolder, packAll, tarball, type NpmFolder } from '../npm-folder.ts';
import {
  asBundled,
  asCommonJs,
  asModule,
  bundling,
  engines,
  pluginExample,
  prints,
} from './readme-example.ts';

let folder: NpmFolder;
const models = await startModelServer();
/** Milliseconds: a build, and what npm fetches from a registry, on a busy machine and a slow line. */
const patience = 600_000;
const env = { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: models.url };

beforeAll(async () => {
  await packAll();
  folder = await openNpmFolder();
  await folder.install(tarball('@devai/memory'), 'typescript@5.9', '@types/node@22', 'esbuild@0.28');
}, patience);
afterAll(async () => {
  models.close();
  await folder.remove();
});

it.each(published)('$name holds what runs, and nothing of this repository', ({ name }) => {
  const { files, manifest, read } = contentsOf(name);
  expect(files.filter((file) => /\.test\.|\.fixture\.|\/(?:lab|contract)\/|\.sql$/.test(file))).toEqual([]);
  expect(files.filter((file) => /(?<!\.d)\.tsx?$/.test(file))).toEqual([]);
  for (const file of ['README.md', 'LICENSE', 'CHANGELOG.md']) expect(files).toContain(file);
  const texts = files.filter((file) => /^dist\/(?!web\/|folded\/db\/sql).*\.js$/.test(file)).map(read);
  expect(
    texts.filter((text) => /pnpm (?:chat|memory|start|db (?:migrate|status|script)|install)\b/.test(text)),
  ).toEqual([]);
  for (const page of files.filter((file) => file.endsWith('.md'))) {
    const links = Array.from(read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g), ([, path = '']) =>
      join(dirname(page), path),
    );
    expect(links.filter((path) => !files.includes(path))).toEqual([]);
  }
  expect(manifest).not.toMatch(/workspace:|"private"|"repository"|"\.\/src/);
});

it('describes the hooks of a page without the declarations of Node or of the library', () => {
  const { files, read } = contentsOf('@devai/react');
  const declarations = files.filter((file) => file.endsWith('.d.ts'));
  expect(declarations.length).toBeGreaterThan(20);
  expect(declarations.filter((file) => /\bBuffer\b|'node:/.test(read(file)))).toEqual([]);
  expect(declarations).not.toContain('dist/folded/memory/memory.d.ts');
});

it('is imported and bundled without any engine, and names each that is missing with the command that installs it', async () => {
  await folder.write(
    'missing.mjs',
    `import { createOpenAIEmbedder, openPgliteDatabase, openPostgresDatabase, openSupabaseDatabase } from '@devai/memory';
for (const open of [
  () => openPgliteDatabase({ inMemory: true }),
  () => openPostgresDatabase({ url: 'postgres://localhost:1/x' }),
  () => openSupabaseDatabase({ url: 'http://localhost:1', serviceRoleKey: 'x' }),
  () => createOpenAIEmbedder({ apiKey: 'x', model: 'x' }).embed(['x']),
]) await open().catch((error) => console.log(error.code, error.message));`,
  );
  await folder.write(
    'bundle-missing.mjs',
    bundling({ from: 'missing.mjs', format: 'esm', outfile: 'without.mjs' }),
  );
  expect(await folder.node(['bundle-missing.mjs'])).toBe('');
  for (const file of ['missing.mjs', 'without.mjs']) {
    const said = await folder.node([file]);
    expect(said.match(/^package_missing /gm)).toHaveLength(4);
    for (const name of ['@electric-sql/pglite-pgvector@', 'pg@', '@supabase/supabase-js@', 'openai@']) {
      expect(said).toMatch(new RegExp(`npm install .*"${name}`));
    }
  }
});

it('is imported as few files, and without what only an open store or a request needs', async () => {
  await folder.write(
    'files.mjs',
    `import { registerHooks } from 'node:module';
registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) });
await import('@devai/memory');`,
  );
  const files = (await folder.node(['files.mjs'])).match(/^file:.*\/node_modules\/.*$/gm) ?? [];
  expect(files.length).toBeGreaterThan(5);
  expect(files.length).toBeLessThan(60);
  expect(
    files.filter((file) =>
      /node_modules\/(?:zod|diff|undici|@secretlint)\/|o200k|extrasmall|wire-memory/.test(file),
    ),
  ).toEqual([]);
});

it('migrates a database from the command line, and says what is missing', async () => {
  const command = folder.bin('@devai/memory/dist/entries/cli.js');
  expect(await folder.node([command, '--help'])).toContain('npx devai-memory <command>');
  expect(await folder.node([command, 'script', '--schema', 'mine'])).toContain('create schema "mine"');
  expect(await folder.node([command, 'migrate'])).toMatch(
    /^a store on a Postgres server needs the package pg/,
  );
});

it.each([
  { module: 'nodenext', moduleResolution: 'nodenext' },
  { module: 'esnext', moduleResolution: 'bundler' },
])('has no type errors in a strict host that skips no libraries: $moduleResolution', async (options) => {
  const entries = ['migrations', 'openai', 'pglite', 'postgres', 'supabase', 'testing'];
  const imports = entries.map((name) => `export * as ${name} from '@devai/memory/${name}';`).join('\n');
  await folder.write('entries.mts', `${imports}\nexport * as all from '@devai/memory';\n`);
  await folder.write(
    'tsconfig.json',
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noUncheckedIndexedAccess: true,
        target: 'es2022',
        noEmit: true,
        ...options,
      },
      files: ['entries.mts'],
    }),
  );
  expect(await folder.node([folder.bin('typescript/bin/tsc'), '-p', '.'])).toBe('');
});

describe('the example of its README', () => {
  beforeAll(async () => {
    await folder.install(...engines);
    await folder.write('example.mjs', asModule);
    await folder.write('example.cjs', asCommonJs);
    await folder.write('bundled.mjs', asBundled);
    await folder.write(
      'bundle.mjs',
      bundling({ from: 'bundled.mjs', format: 'cjs', outfile: 'bundled.cjs' }),
    );
    expect(await folder.node(['bundle.mjs'])).toBe('');
  }, patience);

  it.each(['example.mjs', 'example.cjs', 'bundled.cjs'])('runs as %s', async (file) => {
    const said = await folder.node([...shortLived, file], env);
    for (const line of prints) expect(said).toMatch(line);
  });
});

describe('the example of the README of @devai/fastify', () => {
  beforeAll(async () => {
    await folder.install(tarball('@devai/fastify'), 'fastify@5', ...engines);
    await folder.write('plugin.mts', pluginExample.typescript);
    await folder.write('plugin.mjs', pluginExample.asModule);
    await folder.write(
      'plugin.cjs',
      `const devai = require('@devai/fastify'); // avvio takes what is its default
require('fastify')().register(devai).ready().catch(({ message }) => console.log(message));`,
    );
  }, patience);

  it('has no type errors in a strict host that skips no libraries', async () => {
    const words = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--noEmit', 'plugin.mts'];
    expect(await folder.node([folder.bin('typescript/bin/tsc'), ...words])).toBe('');
  });

  it('serves requests, with one copy of the library and nothing of the agent', async () => {
    const said = await folder.node([...shortLived, 'plugin.mjs']);
    for (const line of pluginExample.prints) expect(said).toMatch(line);
    const packages = folder.packages();
    expect(packages).toContain('@devai/fastify');
    for (const name of ['@devai/api', '@devai/document-reader', '@fastify/websocket', 'jose', 'prom-client'])
      expect(packages).not.toContain(name);
  });

  it('is registered by a host of CommonJS modules', async () => {
    expect(await folder.node(['plugin.cjs'])).toMatch(/^memory: must be what createMemory returns$/m);
  });
});
