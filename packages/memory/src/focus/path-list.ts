import { onOneLine } from './topic-name.ts';

/** Characters of one path. Nobody works with longer ones. */
export const longestPath = 400;

/** A path as it is shown: on one line, without invisible characters. Idempotent; '' when nothing is left. */
export const shownPath = (path: string): string =>
  Array.from(onOneLine(path)).slice(0, longestPath).join('').trim();

/** The paths as they are shown, each once. */
export const shownPaths = (paths: string[]): string[] =>
  [...new Set(paths.map(shownPath))].filter((path) => path !== '');

/**
 * Adds new paths to the known ones: new ones first, each once, at most `maximum`.
 * `devai__merge_paths` merges the same way in the store.
 */
export const mergePaths = (newer: string[], known: string[], maximum: number): string[] =>
  [...new Set([...newer, ...known])].slice(0, maximum);

/** `a.ts, "b, c.ts"`: shown paths on one line; one with a comma or a quote in it is quoted. */
export const formatPathList = (paths: string[]): string =>
  shownPaths(paths)
    .map((path) => (/[,"]/.test(path) ? `"${path.replaceAll(/["\\]/g, String.raw`\$&`)}"` : path))
    .join(', ');

/** Reads a list that `formatPathList` wrote. */
export function parsePathList(text: string): string[] {
  const items = text.matchAll(/\s*(?:"((?:[^"\\]|\\.)*)"(?=\s*(?:,|$))|([^,]+))\s*(?:,|$)/gu);
  const paths = Array.from(items, ([, quoted, bare = '']) =>
    quoted === undefined ? bare : quoted.replaceAll(/\\(["\\])/g, '$1'),
  );
  return shownPaths(paths);
}
