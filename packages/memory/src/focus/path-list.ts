import { onOneLine } from './topic-name.ts';

/** Paths kept per topic. */
export const maximumPaths = 20;
/** Maximum characters of a path. */
export const longestPath = 400;

/** Returns a path as it is shown: on one line, without invisible characters. Idempotent; '' if nothing is left. */
export const shownPath = (path: string): string =>
  Array.from(onOneLine(path)).slice(0, longestPath).join('').trim();

/** Returns the distinct paths as they are shown. */
export const shownPaths = (paths: string[]): string[] =>
  [...new Set(paths.map(shownPath))].filter((path) => path !== '');

/**
 * Adds new paths to the known ones: new ones first, each once, at most `maximum`. `devai__merge_paths` merges in the
 * same way in the store.
 */
export const mergePaths = (newer: string[], known: string[], maximum: number): string[] =>
  [...new Set([...newer, ...known])].slice(0, maximum);

/** For example `a.ts, "b, c.ts"`: shown paths on one line; one with a comma or a quote is quoted. */
export const formatPathList = (paths: string[]): string =>
  shownPaths(paths)
    .map((path) => (/[,"]/.test(path) ? `"${path.replaceAll(/["\\]/g, String.raw`\$&`)}"` : path))
    .join(', ');

/** The inverse of `formatPathList`. */
export function parsePathList(text: string): string[] {
  const items = text.matchAll(/\s*(?:"((?:[^"\\]|\\.)*)"(?=\s*(?:,|$))|([^,]+))\s*(?:,|$)/gu);
  const paths = Array.from(items, ([, quoted, bare = '']) =>
    quoted === undefined ? bare : quoted.replaceAll(/\\(["\\])/g, '$1'),
  );
  return shownPaths(paths);
}
