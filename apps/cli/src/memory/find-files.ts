import { stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { cliError } from '../cli-error.ts';

/** A file or page to read, and its name as a document. `isNamed`: the person named the file itself, not only a folder or a pattern. */
export type Found = { path: string; source: URL | string; isNamed: boolean };

/** Packages, which are left out of every folder. Hidden files are left out by the search itself. */
const packages = ['**/node_modules/**'];
/** A path below a folder that leads to a hidden file or a package, or out of the folder. */
const leftOut = /(?:^|[/\\])(?:node_modules|\.[^/\\]+)(?:[/\\]|$)/;

export const isAddress = (given: string): boolean => /^https?:\/\//i.test(given);

/**
 * The files that a person named: files, folders with all below them, patterns (`docs/*.md`), and addresses as they are. Leaves out
 * files that Git ignores and hidden ones, unless they are named themselves. Throws `file` for a name without any file.
 */
export async function findFiles(named: string[], folder: string): Promise<Found[]> {
  const found = new Map<string, Found>();
  for (const one of named) {
    if (isAddress(one)) {
      const source = new URL(one);
      found.set(source.href, { path: source.href, source, isNamed: true });
      continue;
    }
    const { files, isNamed } = await search(one, folder);
    if (files.length === 0) throw cliError('file', `there is no file ${one}`);
    for (const file of files) {
      found.set(file, {
        path: nameOf(file, folder),
        source: file,
        isNamed: isNamed || found.get(file)?.isNamed === true,
      });
    }
  }
  return [...found.values()];
}

/** The paths of the files that `findFiles` finds; of a name without any file, none. */
export async function listFiles(named: string[], folder: string): Promise<Set<string>> {
  const searches = named.filter((one) => !isAddress(one)).map((one) => search(one, folder));
  return new Set((await Promise.all(searches)).flatMap(({ files }) => files));
}

async function search(one: string, folder: string): Promise<{ files: string[]; isNamed: boolean }> {
  const at = resolve(folder, one);
  const kind = await stat(at).catch(() => null);
  if (kind?.isFile()) return { files: [at], isNamed: true };
  const { globby } = await import('globby');
  const files = await globby(kind ? '**' : one, {
    cwd: kind ? at : folder,
    gitignore: true,
    ignore: packages,
    absolute: true,
  });
  return { files: files.map((file) => resolve(file)).toSorted(), isNamed: false };
}

/** The files and folders to watch for changes of what a person named, and which paths below them never matter. */
export async function watched(
  named: string[],
  folder: string,
): Promise<{ roots: string[]; isIgnored: (path: string) => boolean }> {
  const { isDynamicPattern } = await import('globby');
  const rootOf = async (one: string): Promise<string> => {
    const at = resolve(folder, one);
    if (await stat(at).catch(() => null)) return at;
    // a pattern: the folder before its first wildcard
    const parts = one.split('/');
    const fixed = parts.findIndex((part) => isDynamicPattern(part));
    const above = parts.slice(0, fixed).map((part) => `${part}/`);
    return fixed === -1 ? at : resolve(folder, above.join(''));
  };
  const roots = await Promise.all(named.filter((one) => !isAddress(one)).map(rootOf));
  return { roots, isIgnored: (path) => roots.every((root) => leftOut.test(relative(root, path))) };
}

/** A file's path relative to `folder`, with slashes; the absolute path of a file elsewhere. */
export function nameOf(file: string, folder: string): string {
  const path = relative(folder, file);
  const isElsewhere = path === '' || path.startsWith('..') || isAbsolute(path);
  return (isElsewhere ? file : path).split(sep).join('/');
}
