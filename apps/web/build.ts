import { createHash } from 'node:crypto';
import { globSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const folder = import.meta.dirname;
const root = join(folder, '../..');
const built = join(folder, 'dist');

/** What the page is made of. */
const sources = [
  'apps/web/{index.html,build.ts,vite.config.ts,package.json,src/**/*,public/**/*}',
  'packages/react/src/**/*.{ts,tsx}',
  'apps/api/src/protocol/*.ts',
  'pnpm-lock.yaml',
];

function hashSources(): string {
  const hash = createHash('sha256');
  const files = globSync(sources, { cwd: root, withFileTypes: true }).filter((file) => file.isFile());
  for (const path of files.map((file) => join(file.parentPath, file.name)).toSorted()) {
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path));
  }
  return hash.digest('hex');
}

/** Of the sources of the last build; null without one. */
function lastHash(): string | null {
  try {
    return readFileSync(join(built, 'sources'), 'utf8');
  } catch {
    return null;
  }
}

/** Beside each file its short form, which the server sends. */
function compress(assets: string): void {
  for (const name of readdirSync(assets)) {
    const path = join(assets, name);
    writeFileSync(`${path}.gz`, gzipSync(readFileSync(path)));
  }
}

// whatever runs this: React has a slow form for its developers
process.env['NODE_ENV'] = 'production';
const hash = hashSources();
if (hash !== lastHash()) {
  const started = performance.now();
  const building = join(folder, `.building-${process.pid}`);
  try {
    await build({ root: folder, logLevel: 'error', build: { outDir: building } });
    compress(join(building, 'assets'));
    writeFileSync(join(building, 'sources'), hash);
    rmSync(built, { recursive: true, force: true });
    renameSync(building, built);
    process.stdout.write(`  page    built in ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
  } catch (error) {
    process.stderr.write(
      `  page    could not be built: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exitCode = 1;
  } finally {
    rmSync(building, { recursive: true, force: true });
  }
}
