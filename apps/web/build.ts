import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const folder = import.meta.dirname;
const root = join(folder, '../..');
const built = join(folder, 'dist');

/** Files whose change makes a new build necessary. */
const patterns = [
  'apps/web/{index.html,build.ts,vite.config.ts,package.json,src/**/*,public/**/*}',
  'packages/react/src/**/*.{ts,tsx}',
  'packages/fastify/src/protocol/*.ts',
  'pnpm-lock.yaml',
];

function hashSources(): string {
  const hash = createHash('sha256');
  const files = globSync(patterns, { cwd: root, withFileTypes: true }).filter((file) => file.isFile());
  for (const path of files.map((file) => join(file.parentPath, file.name)).toSorted()) {
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path));
  }
  return hash.digest('hex');
}

/** Of the build that is served: the hash of its sources and the names of its assets. */
type Built = { sources: string; assets: string[] };

/** Null without a build. */
function lastBuild(): Built | null {
  const path = join(built, 'built.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

/** Removes what builds left that were killed, as a server that ends does. */
function removeLeftovers(): void {
  for (const name of globSync('.building-*', { cwd: folder })) {
    if (!isRunning(Number(name.replace('.building-', '')))) {
      rmSync(join(folder, name), { recursive: true, force: true });
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** Adds the compressed form of each file, which the server sends. */
function compress(assets: string): void {
  for (const name of readdirSync(assets)) {
    const path = join(assets, name);
    writeFileSync(`${path}.gz`, gzipSync(readFileSync(path)));
  }
}

/**
 * Puts a build in place of the last one, file by file, because a folder cannot be replaced while others read or write it. Assets of the
 * last build stay until the next: a page that is being loaded still needs them.
 */
function install(building: string, sources: string): void {
  const last = lastBuild();
  // another process was faster
  if (last?.sources === sources) return;
  const assets = join(built, 'assets');
  mkdirSync(assets, { recursive: true });
  const names = readdirSync(join(building, 'assets'));
  for (const name of names) renameSync(join(building, 'assets', name), join(assets, name));
  const now: Built = { sources, assets: names };
  writeFileSync(join(building, 'built.json'), JSON.stringify(now));
  for (const name of ['index.html', 'built.json']) renameSync(join(building, name), join(built, name));
  const kept = new Set([...names, ...(last?.assets ?? [])]);
  for (const name of readdirSync(assets)) if (!kept.has(name)) rmSync(join(assets, name), { force: true });
}

// React has a slow development build, which the caller's environment must not select
process.env['NODE_ENV'] = 'production';
const sources = hashSources();
if (sources !== lastBuild()?.sources) {
  const started = performance.now();
  const building = join(folder, `.building-${process.pid}`);
  removeLeftovers();
  try {
    await build({ root: folder, logLevel: 'error', build: { outDir: building } });
    compress(join(building, 'assets'));
    install(building, sources);
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
