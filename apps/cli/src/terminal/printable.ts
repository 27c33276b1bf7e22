/** Control characters except newline and tab, and characters that change the text direction. */
// oxlint-disable-next-line no-control-regex
const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Removes characters that could control the terminal or disguise text. Keeps newlines and tabs. */
export const printable = (text: string): string => text.replaceAll(steering, '');

/** Printable text on one line, truncated to a number of characters. */
export function oneLine(text: string, maximum: number = Number.POSITIVE_INFINITY): string {
  // enough to fill the maximum even with plenty of white space
  const line = printable(text.slice(0, maximum * 4).replaceAll(/\s+/g, ' ')).trim();
  return line.length <= maximum ? line : `${line.slice(0, maximum - 1).toWellFormed()}…`;
}
