import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startModelServer } from '../../docs/tests/model-server.ts';
import { postgresUrl } from '../../db/testing/postgres-url.ts';
import { root, published } from '../workspace-packages.ts';
import { tarball, type NpmFolder } from '../npm-folder.ts';
import { ask, createOwnDatabase, openSocket, whenPrinted } from './clients.ts';
import { compiler, nodes, openHost, resolutions, typeErrors } from './hosts.ts';
import {
  asCommonJs,
  asModule,
  engines,
  exampleOf,
  pluginExample,
  prints,
  typescript,
} from './readme-example.ts';

const wholeApi = exampleOf('packages/fastify/README.md', 'websocket: true');
const server = ['@devai/memory', '@devai/document-reader', '@devai/fastify', '@devai/api', '@devai/cli'].map(
  tarball,
);
const models = await startModelServer();
afterAll(() => models.close());

describe('the example of the README of @devai/memory', () => {
  let folder: NpmFolder;
  beforeAll(async () => {
    folder = await openHost(tarball('@devai/memory'), ...engines, ...compiler);
    await folder.write('example.mts', typescript);
    await folder.write('example.mjs', asModule);
    await folder.write('example.cjs', asCommonJs);
  });

  it.each(resolutions)('has no type errors with all libraries: $moduleResolution', async (options) => {
    expect(await typeErrors(folder, ['example.mts'], options)).toBe('');
  });

  it.each(
    Object.keys(nodes).flatMap((node) => ['example.mjs', 'example.cjs'].map((file) => [node, file] as const)),
  )('runs on %s as %s', async (node, file) => {
    const env = { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: models.url };
    const said = await folder.node([file], env, nodes[node]);
    for (const line of prints) expect(said).toMatch(line);
  });
});

describe('the examples of the README of @devai/fastify', () => {
  let folder: NpmFolder;
  beforeAll(async () => {
    const host = ['fastify@5', '@fastify/websocket@11', '@types/ws@8', 'pg@8'];
    folder = await openHost(
      tarball('@devai/memory'),
      tarball('@devai/fastify'),
      ...host,
      ...engines,
      ...compiler,
    );
    await folder.write('plugin.mts', pluginExample.typescript);
    await folder.write('plugin.mjs', pluginExample.asModule);
    await folder.write('api.mts', wholeApi);
    await folder.write('api.mjs', stripTypeScriptTypes(wholeApi));
  });

  it.each(resolutions)('have no type errors with all libraries: $moduleResolution', async (options) => {
    expect(await typeErrors(folder, ['plugin.mts', 'api.mts'], options)).toBe('');
  });

  it.each(Object.keys(nodes))('serve requests on %s', async (node) => {
    const said = await folder.node(['plugin.mjs'], {}, nodes[node]);
    for (const line of pluginExample.prints) expect(said).toMatch(line);
  });

  it('are a whole API in at most 60 lines', () => {
    expect(wholeApi.trim().split('\n').length).toBeLessThanOrEqual(60);
  });

  const url = postgresUrl();
  const stores = [
    ['an embedded store', null],
    ...(url === null ? [] : [['a Postgres server', url]]),
  ] as const;
  it.each(Object.keys(nodes).flatMap((node) => stores.map(([name, at]) => [node, name, at] as const)))(
    'serve two users over HTTP and a websocket, apart from each other: %s, %s',
    async (node, _, at) => {
      const own = at === null ? null : await createOwnDatabase(at);
      const env = own === null ? {} : { DATABASE_URL: own.url };
      const child = spawn(nodes[node] ?? '', ['api.mjs'], {
        cwd: folder.path,
        env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...env },
      });
      try {
        const address = await whenPrinted(child, /^http:\S+$/m);
        const alice = await openSocket(address, 'alice');
        expect(await alice.say('remember this: my shoe size is 39')).toContain('You said: remember this');
        alice.close();
        const question = 'What is my shoe size?';
        expect(await ask(address, 'alice', question)).toMatch(/200 .*my shoe size is 39/);
        const bob = await openSocket(address, 'bob');
        expect(await bob.say(question)).not.toContain('39');
        bob.close();
        expect(await ask(address, 'bob', question)).toMatch(/^200 (?!.*39)/);
        expect(await ask(address, 'nobody', question)).toMatch(/^401 /);
        await expect(openSocket(address, 'nobody')).rejects.toThrow();
      } finally {
        child.kill();
        await once(child, 'exit');
        await own?.drop();
      }
    },
  );
});

describe('the server and the command line', () => {
  let folder: NpmFolder;
  beforeAll(async () => {
    folder = await openHost(...server);
  });

  it.each(Object.keys(nodes))('serve a chat and the page on %s from an empty folder', async (node) => {
    const env = { PORT: '0', DEVAI_DATA: join(folder.path, node) };
    const child = spawn(nodes[node] ?? '', [folder.bin('@devai/api/dist/main.js')], {
      cwd: folder.path,
      env: { PATH: process.env['PATH'] ?? '', ...env },
    });
    try {
      const url = await whenPrinted(child, /(?<=listens on )\S+(?=[^]*page )/);
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
    folder = await openHost(tarball('@devai/react'), ...host);
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

  it.each(resolutions)('has no type errors in a strict page: $moduleResolution', async (options) => {
    const page = { lib: ['es2022', 'dom', 'dom.iterable'], jsx: 'react-jsx', types: ['react'] };
    expect(await typeErrors(folder, ['page.tsx'], { ...page, ...options })).toBe('');
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
    folder = await openHost('publint@0.3', '@arethetypeswrong/cli@0.18');
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
