/** Returns the beginning of a text on one line; a text longer than `length` ends with ` …`. */
export function shortLine(text: string, length: number): string {
  const line = text
    .slice(0, 4 * length)
    .trim()
    .replaceAll(/\s+/gu, ' ');
  return line.length > length ? `${line.slice(0, length).toWellFormed().trimEnd()} …` : line;
}
