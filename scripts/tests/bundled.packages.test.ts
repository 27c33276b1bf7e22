import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startModelServer } from '../../docs/tests/model-server.ts';
import { tarball, type NpmFolder } from '../npm-folder.ts';
import { whenPrinted } from './clients.ts';
import { compiler, nodes, openHost } from './hosts.ts';
import {
  asBundled,
  asModule,
  bundling,
  engines,
  exampleOf,
  pluginExample,
  prints,
} from './readme-example.ts';

const models = await startModelServer();
afterAll(() => models.close());
const env = { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: models.url };
const packages = [tarball('@devai/memory'), tarball('@devai/fastify'), 'fastify@5'];

describe('bundles', () => {
  let folder: NpmFolder;
  beforeAll(async () => {
    folder = await openHost(...packages, ...engines, ...compiler, 'esbuild@0.28', 'tsup@9');
    await folder.write('bundled.mjs', asBundled);
    await folder.write('plugin.mjs', pluginExample.asModule);
    for (const one of [
      { from: 'bundled.mjs', format: 'cjs', outfile: 'esbuild.cjs' },
      { from: 'bundled.mjs', format: 'esm', outfile: 'esbuild.mjs' },
      { from: 'plugin.mjs', format: 'esm', outfile: 'esbuild-plugin.mjs' },
    ] as const) {
      await folder.write('bundle.mjs', bundling(one));
      expect(await folder.node(['bundle.mjs'])).toBe('');
    }

    await folder.write('tsup.ts', asModule);
    await folder.write('tsup-plugin.ts', pluginExample.typescript);
    const tsup = folder.bin('tsup/dist/cli-default.js');
    // as its users call it, which leaves out what package.json names; and with all that it can take
    await folder.node([tsup, 'tsup.ts', 'tsup-plugin.ts', '--format', 'esm', '--out-dir', 'beside']);
    const requires =
      "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);";
    const config = {
      format: 'esm',
      platform: 'node',
      target: 'node22',
      outDir: 'whole',
      banner: { js: requires },
    };
    await folder.write(
      'tsup.config.ts',
      `export default { ...${JSON.stringify(config)}, entry: ['tsup.ts', 'tsup-plugin.ts'], noExternal: [/./] };`,
    );
    await folder.node([tsup]);
  });

  const files: [string, RegExp[]][] = [
    ['esbuild.cjs', prints],
    ['esbuild.mjs', prints],
    ['beside/tsup.mjs', prints],
    ['whole/tsup.mjs', prints],
    ['esbuild-plugin.mjs', pluginExample.prints],
    ['beside/tsup-plugin.mjs', pluginExample.prints],
    ['whole/tsup-plugin.mjs', pluginExample.prints],
  ];
  it.each(Object.keys(nodes).flatMap((node) => files.map(([file, lines]) => [node, file, lines] as const)))(
    'run on %s as %s',
    async (node, file, lines) => {
      const said = await folder.node([file], env, nodes[node]);
      for (const line of lines) expect(said).toMatch(line);
    },
  );

  it('count tokens before a store is opened', async () => {
    await folder.write(
      'count.mjs',
      "import { countTokens } from '@devai/memory';\nconsole.log(countTokens('two words'));\n",
    );
    for (const [format, outfile] of [
      ['cjs', 'count.cjs'],
      ['esm', 'counted.mjs'],
    ] as const) {
      await folder.write('bundle.mjs', bundling({ from: 'count.mjs', format, outfile }));
      expect(await folder.node(['bundle.mjs'])).toBe('');
      expect(await folder.node([outfile])).toBe('2\n');
    }
  });
});

describe('a route handler of Next', () => {
  let folder: NpmFolder;
  beforeAll(async () => {
    const next = ['next@16', 'react@19', 'react-dom@19', '@types/react@19'];
    const beside = [tarball('@devai/document-reader'), tarball('@devai/embedder-local')];
    folder = await openHost(tarball('@devai/memory'), ...beside, ...engines, ...compiler, ...next);
    await folder.asPlainPackage();
    for (const name of ['chat', 'handbook']) await mkdir(join(folder.path, 'app', name), { recursive: true });
    await folder.write('app/layout.tsx', layout);
    await folder.write('app/chat/route.ts', route);
    await folder.write('app/handbook/route.ts', handbookRoute);
    // as the READMEs of the two say
    await folder.write('next.config.mjs', `export default ${JSON.stringify(outside)};`);
  });
  const outside = { serverExternalPackages: ['@devai/document-reader', '@devai/embedder-local'] };

  it.each([
    ['Turbopack', 'Node 24', []],
    ['Turbopack', 'Node 22', []],
    ['webpack', 'Node 24', ['--webpack']],
  ])('remembers and recalls, built by %s, on %s', async (_, node, words) => {
    const next = folder.bin('next/dist/bin/next');
    await rm(join(folder.path, '.devai'), { recursive: true, force: true });
    const quiet = { NEXT_TELEMETRY_DISABLED: '1' };
    const built = await folder.node([next, 'build', ...words], quiet, nodes[node]);
    expect(built).toContain('Compiled successfully');
    // an `ExperimentalWarning:` is what Node 22 says of its SQLite
    expect(built).not.toMatch(/error|⚠|\d warnings|\bwarning:/i);

    const child = spawn(nodes[node] ?? '', [next, 'start', '--port', '0'], {
      cwd: folder.path,
      env: { PATH: process.env['PATH'] ?? '', ...quiet },
    });
    try {
      const address = await whenPrinted(child, /http:\/\/localhost:\d+/);
      const say = async (text: string) => {
        const answer = await fetch(`${address}/chat`, { method: 'POST', body: JSON.stringify({ text }) });
        return answer.text();
      };
      await say('remember this: orders are shipped on Fridays');
      expect(await say('When are orders shipped?')).toContain('- orders are shipped on Fridays');
      const page = '<main><h1>Ports</h1><p>The database runs on port 5433</p></main>';
      const handbook = await fetch(`${address}/handbook`, { method: 'POST', body: page });
      expect(await handbook.json()).toMatchObject({
        block: expect.stringContaining('The database runs on port 5433'),
        ...{ embedder: expect.stringContaining('minilm'), vectorsNotice: null },
      });
    } finally {
      child.kill();
      await once(child, 'exit');
    }
  });

  const layout = `export default function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html>
      <body>{children}</body>
    </html>
  );
}
`;
  const handbookRoute = `import { createHash } from 'node:crypto';
import { createDocumentReader } from '@devai/document-reader';
import { createLocalModel, knownModels } from '@devai/embedder-local';
import { createMemory, createModelOverWords } from '@devai/memory';

const reader = createDocumentReader();
const model = createLocalModel({ model: knownModels.local, models: '.devai/models' });
const opening = createMemory({ store: '.devai/handbook', embeddings: createModelOverWords(model) });

export async function POST(request: Request): Promise<Response> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  const memory = await opening;
  await memory.documents.ingest({
    path: 'ports.html',
    project: 'shop',
    sourceHash: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
    read: (signal) => reader.read(bytes, { path: 'ports.html', ...(signal && { signal }) }),
  });
  const { embedder, vectorsNotice } = memory.store;
  const { block } = await memory.recall({ text: 'Which port has the database?', project: 'shop' });
  return Response.json({ block, embedder, vectorsNotice });
}
`;
  const route = `import { createMemory } from '@devai/memory';

const opening = createMemory({ store: '.devai' });

export async function POST(request: Request): Promise<Response> {
  const { text } = await request.json();
  const memory = await opening;
  const { prompt } = await memory.for({ project: 'shop' }).recall(text);
  return Response.json({ prompt });
}
`;
});

it('a test of a host in vitest uses the library and what it has for tests', async () => {
  const folder = await openHost(tarball('@devai/memory'), ...engines, 'vitest@5');
  await folder.write('shop.test.ts', exampleOf('packages/memory/README.md', '@devai/memory/testing'));
  for (const node of Object.keys(nodes)) {
    const said = await folder.node([folder.bin('vitest/vitest.mjs'), 'run'], { CI: '1' }, nodes[node]);
    expect(said).toMatch(/Tests .*1 passed/);
  }
});
