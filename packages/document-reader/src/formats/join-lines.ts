/** A line, how far it is from the lower edge of the page, and the size of its letters. */
export type Line = { text: string; y: number; height: number };

/** Lines of a page as paragraphs: a wider gap, another size of letters, or the bullet of a list begins a new one. */
export function joinLines(lines: Line[]): string {
  const gaps = lines
    .slice(1)
    .map(({ y }, index) => (lines[index]?.y ?? y) - y)
    .filter((gap) => gap > 0)
    .toSorted((one, other) => one - other);
  /** What most lines are apart. */
  const usual = gaps[Math.floor(gaps.length / 2)] ?? 0;
  let text = '';
  for (const [index, line] of lines.entries()) {
    const above = lines[index - 1];
    if (above === undefined) text = line.text;
    else if (begins(line, above)) text += `\n\n${line.text}`;
    else text = join(text, line.text);
  }
  return text;

  function begins(line: Line, above: Line): boolean {
    const gap = above.y - line.y;
    const isFar = gap < 0 || gap > usual * 1.25 || gap > line.height * 2;
    return isFar || Math.abs(line.height - above.height) > 1 || /^\s*[•‣▪●◦–-]\s/.test(line.text);
  }
}

function join(text: string, next: string): string {
  // a word divided at the end of a line
  if (/\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(next)) return text.slice(0, -1) + next;
  const spaceless = /[\p{Script=Thai}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
  if (spaceless.test(text.at(-1) ?? '') && spaceless.test(next.charAt(0))) return text + next;
  return `${text} ${next}`;
}
