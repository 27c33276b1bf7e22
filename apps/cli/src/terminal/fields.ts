import stringWidth from 'string-width';
import type { Paper } from './paper.ts';
import { printable } from './printable.ts';

/** Names and values in two columns. A value may have lines; the terminal breaks what is too long, nothing is cut. */
export function renderFields(fields: [name: string, value: string | null][], paper: Paper): string {
  const set = fields.flatMap(([name, value]) => (value ? [{ name, value: printable(value).trim() }] : []));
  const width = Math.max(0, ...set.map(({ name }) => stringWidth(name)));
  const indent = `\n${' '.repeat(width + 2)}`;
  return set
    .map(({ name, value }) => `${paper.paint('dim', name.padEnd(width))}  ${value.replaceAll('\n', indent)}`)
    .join('\n');
}
