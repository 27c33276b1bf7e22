import { isUtf8 } from 'node:buffer';
import { oneLine } from '../text/one-line.ts';

const maximumProblems = 20;
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u0008\u000B\u000E-\u001F]/;

/** What the texts of two-way files have in common. */
export type ReadFile = {
  /**
   * What was not understood, in words. A file with any problem is damaged, so what is missing may not have been removed.
   */
  problems: string[];
};

/**
 * Reads a file that a person may have edited line by line, trimmed. `readLine` returns whether it understood the line; what it did not is
 * a problem. `isWhole` is asked after the last line. Throws nothing.
 */
export function readLines(
  bytes: Buffer,
  {
    largest,
    readLine,
    isWhole,
  }: { largest: number; readLine: (line: string | null) => boolean; isWhole: () => boolean },
): string[] {
  if (bytes.length > largest) return [`it has ${bytes.length} bytes, which is too much to be read`];
  const problems: string[] = [];
  const isValid = isUtf8(bytes);
  if (!isValid) problems.push('it is not valid UTF-8');
  const lines = bytes
    .toString()
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/);
  for (const [index, untrimmed] of lines.entries()) {
    const line = untrimmed.trim();
    const isIllegible = control.test(line) || (!isValid && line.includes('\uFFFD'));
    if (!readLine(isIllegible ? null : line)) {
      problems.push(`line ${index + 1} was not understood: ${oneLine(line.slice(0, 80))}`);
    }
  }
  if (!isWhole()) problems.unshift('its last line is missing');
  return problems.length <= maximumProblems
    ? problems
    : [...problems.slice(0, maximumProblems), `and ${problems.length - maximumProblems} lines more`];
}
