import { displayWidth } from '../display-width.ts';

/** A text over lines of a width, broken at spaces, each line but the first indented. A word that is too long stays whole. */
export function wrapLine(text: string, width: number, indent: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && indent + displayWidth(longer) > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`);
}
