/** Characters of one path: longer ones are no paths that a person works with. */
export const longestPath = 400;
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\uFFF9-\uFFFB]/gu;
const mustBeQuoted = /[,"`]|^'/u;

/** A path as it is shown: on one line, nothing invisible. Idempotent; '' when nothing is left. */
export const shownPath = (path: string): string =>
  Array.from(
    path
      .toWellFormed()
      .replaceAll(invisible, '')
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .trim(),
  )
    .slice(0, longestPath)
    .join('')
    .trim();

/** The paths as they are shown, each once. */
export const shownPaths = (paths: string[]): string[] =>
  [...new Set(paths.map(shownPath))].filter((path) => path !== '');

/** `a.ts, "b, c.ts"`: shown paths on one line; one with a comma or a quote in it is quoted. */
export const formatPathList = (paths: string[]): string =>
  shownPaths(paths)
    .map((path) => (mustBeQuoted.test(path) ? `"${path.replaceAll(/["\\]/g, String.raw`\$&`)}"` : path))
    .join(', ');

/** Reads a list that `formatPathList` or a person wrote: separated by commas, bare, in quotes, or in backticks. */
export function parsePathList(text: string): string[] {
  const items = text.matchAll(
    /\s*(?:"((?:[^"\\]|\\.)*)"(?=\s*(?:,|$))|`([^`]*)`(?=\s*(?:,|$))|'([^',]*)'(?=\s*(?:,|$))|([^,]+))\s*(?:,|$)/gu,
  );
  const paths = Array.from(items, ([, quoted, code, single, bare]) =>
    quoted === undefined ? (code ?? single ?? bare ?? '') : quoted.replaceAll(/\\(["\\])/g, '$1'),
  );
  return shownPaths(paths);
}
