/** Names that programs give to documents without one. */
const noTitle =
  /^[([<]?(?:anonymous|untitled(?: document| page| presentation)?|unnamed|no title|none|unspecified|unknown|title|unbenannt(?:es dokument)?|ohne titel|sans titre|sin título|powerpoint presentation|document|dokument|slide|folie)[ -]?\d{0,3}[)\]>]?$|^microsoft (?:word|powerpoint|excel) - /iu;

/** Returns the first heading of the first level, outside code. */
export function firstHeading(markdown: string): string | null {
  let fence: string | null = null;
  let above = '';
  // not one pattern for all lines: on millions of characters it would overflow its stack
  for (const line of markdown.split(/\r\n?|\n/)) {
    const [, marks = null] = /^ {0,3}(```+|~~~+)/.exec(line) ?? [];
    if (fence !== null) {
      if (marks?.startsWith(fence)) fence = null;
    } else if (marks !== null) fence = marks;
    else if (line.startsWith('# ')) return asTitle(line.slice(2, 2_000).replace(/\s#+\s*$/, ''));
    else if (/^ {0,3}={2,}\s*$/.test(line) && /^ {0,3}[^\s>#|`~-]/.test(above))
      return asTitle(above.slice(0, 2_000));
    above = line;
  }
  return null;
}

/** Returns the first title that says something. */
export const titleOf = (candidates: (string | null | undefined)[]): string | null =>
  candidates.map((title) => asTitle(title ?? '')).find((title) => title !== null && !noTitle.test(title)) ??
  null;

/** Returns the text below its title, unless it already has a heading of the same words. */
export function titled({ title, text }: { title: string | null; text: string }) {
  const name = titleOf([title]);
  if (name === null || firstHeading(text.slice(0, 1000)) === name) return { title: name, text };
  const [first = ''] = text.split('\n', 1);
  const isTitle = /^#{2,6} /.test(first) && asTitle(first.replace(/^#+/, '')) === name;
  return { title: name, text: `# ${name}\n\n${isTitle ? text.slice(first.length).trimStart() : text}` };
}

/** Returns one line of at most 300 characters; null if nothing is left. */
function asTitle(words: string): string | null {
  const line = words
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 300)
    .toWellFormed();
  return line === '' ? null : line;
}
