import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { compiledModules } from '@devai/memory/testing';
import { beforeAll, describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '..');
const dist = join(folder, 'dist');
const env = { ...process.env, ...compiledModules };
const build = () => execFileSync(process.execPath, [join(folder, 'build.ts')], { encoding: 'utf8', env });

/** Of these peers the library's adapters import types alone. */
const onlyTypes = ['ai', '@langchain/langgraph-checkpoint', '@openai/agents'];

/** Bytes of the scripts that the page needs before it shows anything. */
const most = 265_000;

describe('the build of the page', () => {
  beforeAll(build);

  it('needs nothing that an installation without the tools of development lacks', () => {
    const packages = [folder, join(folder, '../../packages/react'), join(folder, '../../packages/memory')];
    const lacking = packages.flatMap((path) => {
      const { dependencies, peerDependencies = {} } = JSON.parse(
        readFileSync(join(path, 'package.json'), 'utf8'),
      );
      return Object.keys(peerDependencies).filter(
        (name) => !(name in dependencies) && !onlyTypes.includes(name),
      );
    });
    // what hosts bring as peers, this repository brings itself
    expect(lacking).toEqual([]);
  });

  it('is not repeated while its sources are the same', () => {
    expect(build()).toBe('');
  });

  it('can be made by two processes at once, and is complete meanwhile', async () => {
    pretendChange();
    const missing: string[] = [];
    const watching = setInterval(() => missing.push(...missingFiles()), 1);
    const both = await Promise.all([buildBeside(), buildBeside()]);
    clearInterval(watching);
    expect(missing).toEqual([]);
    for (const { code, wrote } of both) expect([code, wrote]).toEqual([0, expect.stringMatching(/built in/)]);
    expect(build()).toBe('');
  });

  it('removes the leftovers of a killed build', async () => {
    const ended = spawn(process.execPath, ['--version']);
    await once(ended, 'close');
    const left = join(folder, `.building-${ended.pid}`);
    mkdirSync(left);
    pretendChange();
    build();
    expect(existsSync(left)).toBe(false);
  });

  it('loads little JavaScript at first', () => {
    const html = readFileSync(join(dist, 'index.html'), 'utf8');
    const scripts = Array.from(
      html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g),
      ([, path = '']) => path,
    );
    expect(scripts).not.toEqual([]);
    const sizes = scripts.map((path) => gzipSync(readFileSync(join(dist, path))).length);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(most);
  });

  it('has no script or style in its HTML, and loads only files of its own', () => {
    const html = readFileSync(join(dist, 'index.html'), 'utf8');
    expect(html).not.toMatch(/<style|<script(?![^>]*\bsrc=)|\bstyle=|\bon\w+=/);
    expect(html).not.toMatch(/(?:src|href)="(?!\.\/)/);
    const styles = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.css'));
    for (const name of styles)
      expect(readFileSync(join(dist, 'assets', name), 'utf8')).not.toMatch(/url\(|@import/);
  });
});

/** Builds in another process while the test continues. Resolves with its exit code and what it wrote. */
async function buildBeside(): Promise<{ code: number | null; wrote: string }> {
  const child = spawn(process.execPath, [join(folder, 'build.ts')], { env });
  let wrote = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (text) => (wrote += String(text)));
  const [code] = await once(child, 'close');
  return { code, wrote };
}

/** Makes the last build look as one of other sources. */
function pretendChange(): void {
  const last = JSON.parse(readFileSync(join(dist, 'built.json'), 'utf8'));
  writeFileSync(join(dist, 'built.json'), JSON.stringify({ ...last, sources: 'others' }));
}

/** The files that the page in `dist` begins with and that are not there. */
function missingFiles(): string[] {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const paths = Array.from(html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g), ([, path = '']) => path);
  return paths.filter((path) => !existsSync(join(dist, path)));
}
