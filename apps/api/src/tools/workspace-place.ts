import type { Stats } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { ifThere, ToolError } from './tool-error.ts';
import { isOwnFolder } from './workspace-path.ts';

/** The place that a path of the workspace leads to when all links are followed. Always inside the root. */
export type Place = {
  /** The normalised path: `src/main.ts`; '' for the root. */
  path: string;
  /** Absolute, without links. Missing names are appended to the deepest existing folder. */
  real: string;
  kind: 'file' | 'directory' | 'other' | 'missing';
  /** The deepest existing folder of the path, absolute and without links, and the names below it. */
  folder: string;
  names: string[];
};

/**
 * Follows a path from the root, name by name. Throws `ToolError` when a link on the way leads out of the root, into
 * the server's own folder, in a circle or nowhere: writing through a link that leads nowhere would make its target.
 */
export async function locate(root: string, segments: string[]): Promise<Place> {
  const path = segments.join('/');
  let real = root;
  for (const [index, segment] of segments.entries()) {
    const next = await follow(real, segment);
    if (next === null) {
      const names = segments.slice(index);
      return { path, real: join(real, ...names), kind: 'missing', folder: real, names };
    }
    if (!isInside(root, next)) throw new ToolError(`${path} leads out of the workspace through a link`);
    real = next;
  }
  const kind = kindOf(await stat(real));
  if (real === root) return { path, real, kind, folder: root, names: [] };
  return { path, real, kind, folder: dirname(real), names: [basename(real)] };
}

export const kindOf = (found: Stats): 'file' | 'directory' | 'other' =>
  found.isFile() ? 'file' : found.isDirectory() ? 'directory' : 'other';

/** Returns the real path of a name in a folder; null when there is no such name. */
async function follow(folder: string, name: string): Promise<string | null> {
  const path = join(folder, name);
  const found = await ifThere(realpath(path));
  if (found !== null) return found;
  if (await ifThere(lstat(path))) throw new ToolError(`${name} is a link that leads nowhere`);
  const twin = await findTwin(folder, name);
  return twin === null ? null : ifThere(realpath(join(folder, twin)));
}

/** Finds a name that differs only in its Unicode composition (é as one character or two). */
async function findTwin(folder: string, name: string): Promise<string | null> {
  // oxlint-disable-next-line no-control-regex
  if (/^[\u0000-\u007f]*$/.test(name)) return null;
  const composed = name.normalize('NFC');
  return (await readdir(folder)).find((other) => other.normalize('NFC') === composed) ?? null;
}

/** Whether a real path is the root or below it, and not in the server's own folder. */
function isInside(root: string, real: string): boolean {
  const below = relative(root, real);
  if (below === '') return true;
  const names = below.split(sep);
  return !isAbsolute(below) && names[0] !== '..' && !names.some(isOwnFolder);
}
