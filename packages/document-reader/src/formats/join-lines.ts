/** A line, its distance from the lower edge of the page, and the size of its letters. */
export type Line = { text: string; y: number; height: number };

/**
 * Joins the lines of a page to paragraphs: a wider gap, another size of letters, or the bullet of a list begins a new
 * one.
 */
export function joinLines(lines: Line[]): string {
  const gaps = lines
    .slice(1)
    .map(({ y }, index) => (lines[index]?.y ?? y) - y)
    .filter((gap) => gap > 0)
    .toSorted((one, other) => one - other);
  /** The usual distance between lines. */
  const usual = gaps[Math.floor(gaps.length / 2)] ?? 0;
  const parts: string[] = [];
  for (const [index, line] of lines.entries()) {
    const above = lines[index - 1];
    if (above === undefined) parts.push(line.text);
    else if (begins(line, above)) parts.push('\n\n', line.text);
    else goOn(parts, line.text);
  }
  return parts.join('');

  function begins(line: Line, above: Line): boolean {
    const gap = above.y - line.y;
    const isFar = gap < 0 || gap > usual * 1.25 || gap > line.height * 2;
    return isFar || Math.abs(line.height - above.height) > 1 || /^\s*[•‣▪●◦–-]\s/.test(line.text);
  }
}

/** Adds a line to the paragraph that the last of the parts belongs to. */
function goOn(parts: string[], next: string): void {
  const text = parts.at(-1) ?? '';
  // a word divided at the end of a line
  if (/\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(next)) {
    parts.splice(-1, 1, text.slice(0, -1), next);
    return;
  }
  const spaceless = /[\p{Script=Thai}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
  const isSpaceless = spaceless.test(text.at(-1) ?? '') && spaceless.test(next.charAt(0));
  parts.push(...(isSpaceless ? [next] : [' ', next]));
}
