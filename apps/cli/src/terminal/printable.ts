/** Escape sequences and all controls but newline and tab, and what turns the direction of the text that follows. */
// oxlint-disable-next-line no-control-regex
const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Text from elsewhere without what would steer the terminal, or show other words than are there. Lines stay lines. */
export const printable = (text: string): string => text.replaceAll(steering, '');

/** The same on one line, shortened to a number of characters. */
export function oneLine(text: string, maximum: number = Number.POSITIVE_INFINITY): string {
  // the beginning is enough: what follows is cut anyway
  const line = printable(text.slice(0, maximum * 4).replaceAll(/\s+/g, ' ')).trim();
  return line.length <= maximum ? line : `${line.slice(0, maximum - 1).toWellFormed()}…`;
}
