import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '..');
const dist = join(folder, 'dist');
const build = () => execFileSync(process.execPath, [join(folder, 'build.ts')], { encoding: 'utf8' });

/** Bytes of the scripts that the page needs before it shows anything. */
const most = 250_000;

describe('the build of the page', () => {
  beforeAll(build);

  it('is not made again while its sources are the same', () => {
    expect(build()).toBe('');
  });

  it('begins with little JavaScript', () => {
    const html = readFileSync(join(dist, 'index.html'), 'utf8');
    const scripts = Array.from(
      html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g),
      ([, path = '']) => path,
    );
    expect(scripts).not.toEqual([]);
    const sizes = scripts.map((path) => gzipSync(readFileSync(join(dist, path))).length);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(most);
  });

  it('has no script or style in its HTML, and everything that it loads comes with it', () => {
    const html = readFileSync(join(dist, 'index.html'), 'utf8');
    expect(html).not.toMatch(/<style|<script(?![^>]*\bsrc=)|\bstyle=|\bon\w+=/);
    expect(html).not.toMatch(/(?:src|href)="(?!\.\/)/);
    const styles = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.css'));
    for (const name of styles)
      expect(readFileSync(join(dist, 'assets', name), 'utf8')).not.toMatch(/url\(|@import/);
  });
});
