import type { Paper } from './paper.ts';
import { plainText } from './plain-line.ts';

/** Names and values in two columns. A value may have lines; the terminal breaks what is too long, nothing is cut. */
export function renderFields(fields: [name: string, value: string | null][], paper: Paper): string {
  const set = fields.flatMap(([name, value]) => (value === null || value === '' ? [] : [{ name, value }]));
  const width = Math.max(0, ...set.map(({ name }) => name.length));
  const indent = `\n${' '.repeat(width + 2)}`;
  return set
    .map(
      ({ name, value }) =>
        `${paper.paint('dim', name.padEnd(width))}  ${plainText(value).trim().replaceAll('\n', indent)}`,
    )
    .join('\n');
}
