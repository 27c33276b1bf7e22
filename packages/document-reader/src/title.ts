/** Returns the first heading of the first level, outside code. */
export function firstHeading(markdown: string): string | null {
  let fence: string | null = null;
  // not one pattern for all lines: on millions of characters it would overflow its stack
  for (const line of markdown.split(/\r\n?|\n/)) {
    const [, marks = null] = /^ {0,3}(```+|~~~+)/.exec(line) ?? [];
    if (fence !== null) {
      if (marks?.startsWith(fence)) fence = null;
    } else if (marks !== null) fence = marks;
    else if (line.startsWith('# ')) return asTitle(line.slice(2, 2_000).replace(/\s#+\s*$/, ''));
  }
  return null;
}

/** Returns the text below its title, unless it already begins with a heading of the same words. */
export function titled({ title, text }: { title: string | null; text: string }) {
  const name = title === null ? null : asTitle(title);
  if (name === null || firstHeading(text.slice(0, 1000)) === name) return { title: name, text };
  return { title: name, text: `# ${name}\n\n${text}` };
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
