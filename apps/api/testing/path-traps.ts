import { mkdir, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';

/** A workspace (`root`) full of traps, beside folders whose names begin like its own. */
export async function buildTraps(base: string): Promise<void> {
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
export async function snapshotTraps(base: string): Promise<Record<string, string>> {
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
/** Paths into the traps, also with characters that look like a separator or a dot. */
export const anyPath = fc
  .tuple(
    fc.constantFrom('', '', '', '/', './', '../', '//', 'C:/', '\\\\', '~/'),
    fc.array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...names) }, fc.constantFrom(...traps)), {
      maxLength: 5,
    }),
    fc.constantFrom('/', '/', '/', '\\', '//', '\uff0f'),
  )
  .map(([prefix, segments, separator]) => prefix + segments.join(separator));
