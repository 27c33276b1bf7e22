import stringWidth from 'string-width';
import type { Style } from './style.ts';
import { printable } from './printable.ts';

/** Lays out names and values in two columns. Values may have several lines and are never truncated. */
export function renderFields(fields: [name: string, value: string | null][], style: Style): string {
  const set = fields.flatMap(([name, value]) => (value ? [{ name, value: printable(value).trim() }] : []));
  const width = Math.max(0, ...set.map(({ name }) => stringWidth(name)));
  const indent = `\n${' '.repeat(width + 2)}`;
  return set
    .map(({ name, value }) => `${style.paint('dim', name.padEnd(width))}  ${value.replaceAll('\n', indent)}`)
    .join('\n');
}
