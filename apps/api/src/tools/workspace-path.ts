import { ToolError } from './tool-error.ts';

/** The most characters of a path. File systems allow a few thousand. */
const maximumPath = 1_000;
/** The server's own folder: the embedded store and the journal. */
const ownFolder = '.devai';

/**
 * Splits a path that the model wrote into segments; none for the root itself. Paths are relative and use `/`. Throws `ToolError`
 * for anything that could lead elsewhere on some system: absolute paths, drives, `..` in any Unicode form, backslashes,
 * control characters, and the server's own folder.
 *
 * This checks only the text. `openWorkspace` checks where links lead.
 */
export function parseWorkspacePath(path: string): string[] {
  const refuse = (reason: string): never => {
    throw new ToolError(`the path ${JSON.stringify(path.slice(0, 200))} ${reason}`);
  };
  if (path.length > maximumPath) refuse(`is longer than ${maximumPath} characters`);
  if (!path.isWellFormed()) refuse('is not valid Unicode');
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f]/.test(path)) refuse('contains a control character');
  if (path.includes('\\')) refuse('contains a backslash; separate folders with /');
  if (path.startsWith('/') || /^[a-z]:/i.test(path) || path.startsWith('~')) {
    refuse('is not relative; write it from the root of the workspace, such as src/main.ts');
  }
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.some(climbs)) refuse('leads upwards; only places inside the workspace can be reached');
  if (segments.some(isOwnFolder)) refuse("lies in the server's own folder, which tools cannot reach");
  return segments;
}

/**
 * Whether a name is, or on some file system becomes, `.`, `..` or empty: with compatibility forms (full-width and other dots),
 * invisible characters, trailing dots and blanks (which Windows drops), or a look-alike separator.
 */
function climbs(segment: string): boolean {
  const folded = fold(segment);
  return folded === '' || folded.split(/[/\\]/).some((part) => /^[. ]+$/.test(part));
}

/** Whether a name is the server's own folder, in any form that some file system takes for it. */
export function isOwnFolder(segment: string): boolean {
  return (
    fold(segment)
      .replace(/[. ]+$/, '')
      .toLowerCase() === ownFolder
  );
}

const fold = (segment: string): string =>
  segment.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
