import { basename, extname } from 'node:path';

type Language = { type: string; extensions?: readonly string[]; filenames?: readonly string[] };

/**
 * Whether a file is source code, judged by its name: GitHub's table of languages contains it, and no language for
 * prose does.
 */
export async function isCode(path: string): Promise<boolean> {
  const extension = extname(path).toLowerCase();
  const name = basename(path);
  // takes 0.3 s the first time
  const languages: Language[] = Object.values(await import('linguist-languages'));
  const types = languages
    .filter(({ extensions, filenames }) => extensions?.includes(extension) || filenames?.includes(name))
    .map(({ type }) => type);
  return types.length > 0 && !types.includes('prose');
}
