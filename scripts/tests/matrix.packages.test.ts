import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startModelServer } from '../../docs/tests/model-server.ts';
import { root, published } from '../workspace-packages.ts';
import { openNpmFolder, packAll, tarball, type NpmFolder } from '../npm-folder.ts';
import { asBundled, asCommonJs, asModule, bundling, engines, prints, typescript } from './readme-example.ts';

const server = ['@devai/memory', '@devai/document-reader', '@devai/fastify', '@devai/api', '@devai/cli'].map(
  tarball,
);
const compiler = ['typescript@5.9', '@types/node@22'];

const models = await startModelServer();
const opened: NpmFolder[] = [];
const nodes: Record<string, string> = { 'Node 24': process.execPath, 'Node 22': '' };

async function open(...packages: string[]): Promise<NpmFolder> {
  const folder = await openNpmFolder();
  opened.push(folder);
  await folder.install(...packages);
  return folder;
}

beforeAll(async () => {
  await packAll();
  nodes['Node 22'] = (await open('node@22')).bin('node/bin/node');
});
afterAll(async () => {
  models.close();
  for (const folder of opened) await folder.remove();
});

describe('the example of the README of @devai/memory', () => {
  let folder: NpmFolder;
  beforeAll(async () => {
    folder = await open(tarball('@devai/memory'), ...engines, 'esbuild@0.28', ...compiler);
    await folder.write('example.mts', typescript);
    await folder.write('example.mjs', asModule);
    await folder.write('example.cjs', asCommonJs);
    await folder.write('bundled.mjs', asBundled);
    await folder.write(
      'bundle-cjs.mjs',
      bundling({ from: 'bundled.mjs', format: 'cjs', outfile: 'bundle.cjs' }),
    );
    await folder.write(
      'bundle-esm.mjs',
      bundling({ from: 'bundled.mjs', format: 'esm', outfile: 'bundle.mjs' }),
    );
    expect(await folder.node(['bundle-cjs.mjs'])).toBe('');
    expect(await folder.node(['bundle-esm.mjs'])).toBe('');
  });

  it('has no type errors with all libraries', async () => {
    const words = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--noEmit', 'example.mts'];
    expect(await folder.node([folder.bin('typescript/bin/tsc'), ...words])).toBe('');
  });

  it.each(
    Object.keys(nodes).flatMap((node) =>
      ['example.mjs', 'example.cjs', 'bundle.cjs', 'bundle.mjs'].map((file) => [node, file] as const),
    ),
  )('runs on %s as %s', async (node, file) => {
    const said = await folder.node(
      [file],
      { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: models.url },
      nodes[node],
    );
    for (const line of prints) expect(said).toMatch(line);
  });
});

describe('the server and the command line', () => {
  let folder: NpmFolder;
  beforeAll(async () => {
    folder = await open(...server);
  });

  it.each(Object.keys(nodes))('serve a chat and the page on %s from an empty folder', async (node) => {
    const env = { PORT: '0', DEVAI_DATA: join(folder.path, node) };
    const child = spawn(nodes[node] ?? '', [folder.bin('@devai/api/dist/main.js')], {
      cwd: folder.path,
      env: { PATH: process.env['PATH'] ?? '', ...env },
    });
    try {
      let said = '';
      child.stdout.on('data', (text) => (said += String(text)));
      child.stderr.on('data', (text) => (said += String(text)));
      for (let tries = 0; tries < 600 && !said.includes('page '); tries += 1) await sleep(100);
      const [, url = ''] = /listens on (\S+)/.exec(said) ?? [];
      expect(await (await fetch(url)).text()).toContain('<script type="module"');

      await folder.write(
        'said.txt',
        'remember this: the staging database listens on 6543\nOn which port does the staging database listen?\n',
      );
      const main = folder.bin('@devai/cli/dist/main.js');
      await folder.write(
        'chat.mjs',
        `import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
console.log(execFileSync(process.execPath, [${JSON.stringify(main)}, 'chat', '--url', ${JSON.stringify(url)}], { input: readFileSync('said.txt') }).toString());`,
      );
      const chat = await folder.node(['chat.mjs'], {}, nodes[node]);
      expect(chat).toContain('remembered: the staging database listens on 6543');
      expect(chat).toContain('recalled: the staging database listens on 6543');
    } finally {
      child.kill();
    }
  });
});

describe('@devai/react', () => {
  let folder: NpmFolder;
  beforeAll(async () => {
    const host = [
      'react@19',
      'react-dom@19',
      '@tanstack/react-query@5',
      '@types/react@19',
      'typescript@5.9',
      'esbuild@0.28',
    ];
    folder = await open(tarball('@devai/react'), ...host);
    await folder.write('page.tsx', readFileSync(join(root, 'packages/react/example.tsx'), 'utf8'));
  });

  it('brings nothing of the server along', () => {
    const packages = folder.packages();
    expect(packages).toContain('@devai/react');
    for (const name of [
      'fastify',
      '@electric-sql/pglite',
      'onnxruntime-web',
      '@devai/api',
      '@devai/memory',
      'openai',
    ]) {
      expect(packages).not.toContain(name);
    }
  });

  it.each(['bundler', 'nodenext'])('has no type errors in a strict page: %s', async (moduleResolution) => {
    const module = moduleResolution === 'bundler' ? 'esnext' : 'nodenext';
    const options = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      jsx: 'react-jsx',
      types: ['react'],
    };
    await folder.write(
      'tsconfig.json',
      JSON.stringify({ compilerOptions: { ...options, module, moduleResolution }, files: ['page.tsx'] }),
    );
    expect(await folder.node([folder.bin('typescript/bin/tsc'), '-p', '.'])).toBe('');
  });

  it('is bundled for a browser', async () => {
    const settings = {
      entryPoints: ['page.tsx'],
      bundle: true,
      platform: 'browser',
      format: 'esm',
      outfile: 'page.js',
      jsx: 'automatic',
      logLevel: 'warning',
    };
    await folder.write(
      'bundle.mjs',
      `import { buildSync } from 'esbuild';\nbuildSync(${JSON.stringify(settings)});\n`,
    );
    expect(await folder.node(['bundle.mjs'])).toBe('');
  });
});

describe('the judges of packages', () => {
  let folder: NpmFolder;
  beforeAll(async () => {
    folder = await open('publint@0.3', '@arethetypeswrong/cli@0.18');
  });

  it.each(published)('find nothing wrong with $name', async ({ name }) => {
    expect(await folder.node([folder.bin('publint/src/cli.js'), '--strict', tarball(name)])).toContain(
      'All good!',
    );
    // Node 22.12 and newer require ES modules
    const words = [tarball(name), '--profile', 'esm-only', '--format', 'json'];
    const report: unknown = JSON.parse(
      await folder.node([folder.bin('@arethetypeswrong/cli/dist/index.js'), ...words]),
    );
    expect(report).toHaveProperty('analysis');
    const said = await folder.node([
      folder.bin('@arethetypeswrong/cli/dist/index.js'),
      ...words.slice(0, 3),
      '--quiet',
    ]);
    expect(said).toBe('');
  });
});
