import { stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { cliError } from '../cli-error.ts';

/** A file or page to read, and the name that it gets as a document. `isNamed`: itself, not only the folder or pattern. */
export type Found = { path: string; source: URL | string; isNamed: boolean };

/** What no folder is searched for: hidden files, and what a package manager put there. */
const leftOut = ['**/node_modules/**'];

export const isAddress = (given: string): boolean => /^https?:\/\//i.test(given);

/**
 * The files that a person named: files, folders with all below them, patterns (`docs/*.md`), and addresses as they are. Files that Git
 * ignores and hidden ones are left out, unless named themselves. Throws `file` for a name of nothing.
 */
export async function findFiles(named: string[], folder: string): Promise<Found[]> {
  const { globby } = await import('globby');
  const found = new Map<string, Found>();
  for (const one of named) {
    if (isAddress(one)) {
      const source = new URL(one);
      found.set(source.href, { path: source.href, source, isNamed: true });
      continue;
    }
    const at = resolve(folder, one);
    const kind = await stat(at).catch(() => null);
    const isNamed = kind?.isFile() ?? false;
    const files = isNamed
      ? [at]
      : await globby(kind ? '**' : one, {
          cwd: kind ? at : folder,
          gitignore: true,
          ignore: leftOut,
          absolute: true,
        });
    if (files.length === 0) throw cliError('file', `there is no file ${one}`);
    for (const file of files.toSorted()) {
      found.set(file, {
        path: nameOf(file, folder),
        source: file,
        isNamed: isNamed || found.get(file)?.isNamed === true,
      });
    }
  }
  return [...found.values()];
}

/** A file's path from the folder that the person is in, with slashes; of a file elsewhere, the whole. */
export function nameOf(file: string, folder: string): string {
  const path = relative(folder, file);
  const isElsewhere = path === '' || path.startsWith('..') || isAbsolute(path);
  return (isElsewhere ? file : path).split(sep).join('/');
}
