import { lstat, mkdir, mkdtemp, readFile, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readWhole } from './read-text.ts';
import { ToolError } from './tool-error.ts';
import { openWorkspace } from './workspace.ts';

let base: string;
let root: string;

beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'devai-escape-')));
  root = join(base, 'root');
});

afterAll(() => rm(base, { recursive: true, force: true }));

/** A workspace full of traps, beside folders whose names begin like its own. */
async function buildTree(): Promise<void> {
  await rm(base, { recursive: true, force: true });
  for (const folder of ['root/a/b', 'root/.devai', 'outside/a', 'root-twin']) {
    await mkdir(join(base, folder), { recursive: true });
  }
  for (const file of [
    'root/file',
    'root/a/file',
    'root/.devai/file',
    'outside/file',
    'outside/a/file',
    'root-twin/file',
  ]) {
    await writeFile(join(base, file), file);
  }
  const links: [string, string][] = [
    ['root/up', '..'],
    ['root/out', '../outside'],
    ['root/twin', '../root-twin'],
    ['root/absolute', join(base, 'outside')],
    ['root/top', '/'],
    ['root/in', 'a'],
    ['root/own', '.devai'],
    ['root/loop', 'loop'],
    ['root/nowhere', '../outside/nowhere'],
    ['root/leak', '../outside/file'],
    ['root/a/self', '../a'],
    ['root/a/b/out', '../../../outside'],
    ['outside/back', '../root'],
  ];
  for (const [path, target] of links) await symlink(target, join(base, path));
}

/** Everything outside the workspace, and the server's own folder inside: must never change. */
async function snapshot(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const top of ['outside', 'root-twin', 'root/.devai']) {
    for (const entry of await readdir(join(base, top), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      found[path] = entry.isFile() ? await readFile(path, 'utf8') : 'other';
    }
  }
  found[base] = (await readdir(base)).join();
  return found;
}

async function deepestExisting(path: string): Promise<string> {
  const exists = await lstat(path).then(
    () => true,
    () => false,
  );
  return exists ? realpath(path) : deepestExisting(dirname(path));
}

const names = [
  'a',
  'b',
  'file',
  'self',
  'new',
  'up',
  'out',
  'twin',
  'absolute',
  'top',
  'in',
  'own',
  'loop',
  'nowhere',
  'leak',
];
const traps = [
  'back',
  '.',
  '..',
  '...',
  '',
  ' ',
  '.devai',
  '.DEVAI',
  '\uff0e\uff0e',
  '\u2025',
  'cafe\u0301',
  'caf\u00e9',
  'a\0',
  '~',
  'root',
];
const anyPath = fc
  .tuple(
    fc.constantFrom('', '', '', '/', './', '../', '//', 'C:/', '\\\\', '~/'),
    fc.array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...names) }, fc.constantFrom(...traps)), {
      maxLength: 5,
    }),
    fc.constantFrom('/', '/', '/', '\\', '//', '\uff0f'),
  )
  .map(([prefix, segments, separator]) => prefix + segments.join(separator));

/** What the work gives; null when it was refused as a tool refuses. */
async function orRefused<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    expect(error).toBeInstanceOf(ToolError);
    return null;
  }
}

test('whatever the path, what is accepted lies inside the root, and nothing outside is read or changed', async () => {
  await buildTree();
  const before = await snapshot();
  const workspace = openWorkspace(root);
  const inside = (path: string) => path === root || path.startsWith(root + sep);
  let accepted = 0;

  await fc.assert(
    fc.asyncProperty(anyPath, fc.constantFrom('read', 'list', 'write'), async (path, action) => {
      const place = await orRefused(workspace.resolve(path));
      if (place) {
        accepted += 1;
        expect(inside(await deepestExisting(place.real))).toBe(true);
        expect(place.real.toLowerCase().split(sep)).not.toContain('.devai');
      }
      if (action === 'read') {
        const text = await orRefused(workspace.read(path, (file) => readWhole(file, 1_000)));
        if (text !== null) expect(text).toMatch(/^(root\/(?!\.devai)|written)/);
      } else if (action === 'list') {
        const entries = await orRefused(workspace.list(path));
        expect(entries === null || place !== null).toBe(true);
      } else {
        await orRefused(workspace.write(path, 'written'));
        if (place) expect(inside(await deepestExisting(place.real))).toBe(true);
      }
    }),
    { numRuns: 1_500 },
  );

  expect(accepted).toBeGreaterThan(50);
  expect(await snapshot()).toEqual(before);
});
