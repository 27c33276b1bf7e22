// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** Text from elsewhere without what would steer the terminal: escape sequences and all controls but newline and tab. */
export const printable = (text: string): string => text.replaceAll(controls, '');

/** Printable text on one line, shortened to a length. */
export function oneLine(text: string, maximum: number): string {
  // the beginning is enough: what follows is cut anyway
  const line = printable(text.slice(0, maximum * 4).replaceAll(/\s+/g, ' ')).trim();
  return line.length <= maximum ? line : `${line.slice(0, maximum - 1).toWellFormed()}…`;
}
