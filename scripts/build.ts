/** `pnpm build`: builds each published package in `dist/<name>`, as npm installs it. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readSource } from '../db/read-source.ts';
import { bundleModules } from './bundle-modules.ts';
import { collectModules, type Internals } from './collect-modules.ts';
import { packedPages } from './packed-pages.ts';
import { withPublishedCommands } from './published-commands.ts';
import { publishedManifest } from './published-manifest.ts';
import { builtFolder, outputs, published, root, type WorkspacePackage } from './workspace-packages.ts';

const started = performance.now();
rmSync(outputs.emitted, { recursive: true, force: true });
for (const project of ['node', 'browser']) {
  run('node_modules/typescript/bin/tsc', '-p', `scripts/tsconfig.${project}.json`);
}
await holdSources();
run('apps/web/build.ts');

const internals: Internals = new Map();
for (const one of published) await writePackage(one);
process.stdout.write(`built ${published.length} packages in ${seconds()} s\n`);

async function writePackage(one: WorkspacePackage): Promise<void> {
  const folder = builtFolder(one);
  rmSync(folder, { recursive: true, force: true });
  const collected = collectModules(one, internals);
  for (const [path, text] of collected.files) {
    // the SQL is known by its hash
    const isSql = path.endsWith('/sql.js');
    write(join(folder, path), isSql ? text : withPublishedCommands(text));
  }
  const manifest = publishedManifest(one, collected, internals.has(one.name));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const file of ['LICENSE', 'CHANGELOG.md']) copyFileSync(join(root, file), join(folder, file));
  const notice = join(root, one.folder, 'NOTICE');
  if (existsSync(notice)) copyFileSync(notice, join(folder, 'NOTICE'));
  for (const [path, text] of packedPages(one.folder)) write(join(folder, path), withPublishedCommands(text));
  if (one.takes.length > 0) await bundleModules(one, collected.entries);
  if (one.name === '@devai/api') copyPage(join(folder, 'dist/web'));
}

/** Puts the text of the SQL files in place of the module that reads them. A bundler would not take the files along. */
async function holdSources(): Promise<void> {
  const folder = join(outputs.emitted, 'db');
  const source = JSON.stringify(await readSource())
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  writeFileSync(
    join(folder, 'sql.js'),
    `// Generated from the SQL files.\nexport const source = ${source};\n`,
  );
  writeFileSync(
    join(folder, 'read-source.js'),
    `/** Returns the SQL files of this version. */
export async function readSource() {
    // loaded on demand: it is needed to open a store
    const { source } = await import('./sql.js');
    return source;
}
`,
  );
}

/** Without what earlier builds left for pages that are open. */
function copyPage(folder: string): void {
  const from = join(root, 'apps/web/dist');
  const { assets }: { assets: string[] } = JSON.parse(readFileSync(join(from, 'built.json'), 'utf8'));
  for (const path of ['index.html', ...assets.map((name) => `assets/${name}`)]) {
    cpSync(join(from, path), join(folder, path));
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function run(script: string, ...words: string[]): void {
  execFileSync(process.execPath, [join(root, script), ...words], { cwd: root, stdio: 'inherit' });
}

function seconds(): string {
  return ((performance.now() - started) / 1000).toFixed(1);
}
