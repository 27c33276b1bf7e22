import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path/posix';
import { root } from './workspace-packages.ts';

/**
 * The README of a package and the pages of `docs/` that it links to, by their paths in the tarball. Links between them lead there; others
 * lead out of the package, and become text.
 */
export function packedPages(folder: string): Map<string, string> {
  const readme = `${folder}/README.md`;
  const pages = new Map([[readme, 'README.md']]);
  for (const [, page] of linksIn(readme)) if (/^docs\/[^/]+\.md$/.test(page)) pages.set(page, page);
  return new Map(Array.from(pages, ([page, place]) => [place, withLinks(page, place, pages)]));
}

const link = /(!?)\[([^\]]+)\]\((?!https?:|#)([^)#]+)(#[^)]*)?\)/g;

const read = (page: string): string => readFileSync(join(root, page), 'utf8');

/** Each link as it is written, with the file that it leads to. */
const linksIn = (page: string): [link: string, file: string][] =>
  Array.from(read(page).matchAll(link), ([whole, , , path = '']) => [whole, join(dirname(page), path)]);

function withLinks(page: string, place: string, pages: Map<string, string>): string {
  return read(page).replaceAll(link, (_, picture: string, text: string, path: string, anchor = '') => {
    const target = pages.get(join(dirname(page), path));
    if (target === undefined) return picture === '' ? text : '';
    const isInDocs = place.startsWith('docs/');
    const to = isInDocs ? (target === 'README.md' ? '../README.md' : basename(target)) : target;
    return `[${text}](${to}${String(anchor)})`;
  });
}
