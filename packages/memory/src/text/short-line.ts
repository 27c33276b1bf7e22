/** The beginning of a text on one line; what is longer than `length` ends in ` …`. */
export function shortLine(text: string, length: number): string {
  const line = text
    .slice(0, 4 * length)
    .trim()
    .replaceAll(/\s+/gu, ' ');
  return line.length > length ? `${line.slice(0, length).toWellFormed().trimEnd()} …` : line;
}
