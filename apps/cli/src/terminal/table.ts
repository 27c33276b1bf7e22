import cliTruncate from 'cli-truncate';
import stringWidth from 'string-width';
import { oneLine } from './printable.ts';
import type { Style } from './style.ts';
import { inWords, written } from './written.ts';

/** A column with its texts, title first, and its width in terminal columns. */
type Column = { texts: string[]; width: number; isNumeric: boolean };

const gap = '  ';
/** Minimum width of the last column: room for a few words. */
const readable = 20;

/**
 * Lays out records with the same fields as a table, one line each, aligned by display width. The last column gets the remaining width
 * and is truncated to it. If that is too narrow, columns before it are dropped from the right; the first one stays. Removes control
 * characters.
 */
export function renderTable(rows: Record<string, unknown>[], style: Style): string {
  const columns = Object.keys(rows[0] ?? {}).map((name): Column => {
    const values = rows.map((row) => row[name]);
    const texts = [inWords(name), ...values.map((value) => oneLine(written(value)))];
    return {
      texts,
      width: texts.reduce((most, text) => Math.max(most, stringWidth(text)), 0),
      isNumeric: values.every((value) => typeof value === 'number' || value === null),
    };
  });
  const shown = fit(columns, style.width);
  const line = (index: number): string =>
    shown
      .map((column) => layOut(column, column.texts[index] ?? ''))
      .join(gap)
      .trimEnd();
  return [style.paint('dim', line(0)), ...rows.map((_row, index) => line(index + 1))].join('\n');
}

function fit(columns: Column[], width: number): Column[] {
  const last = columns.at(-1);
  if (!last) return [];
  const others = columns.slice(0, -1);
  const room = others.reduce((left, column) => left - column.width - gap.length, width);
  if (room < Math.min(readable, last.width) && others.length > 1) {
    return fit([...others.slice(0, -1), last], width);
  }
  return [...others, { ...last, width: Math.max(0, Math.min(last.width, room)) }];
}

function layOut({ isNumeric, width }: Column, text: string): string {
  const cut = cliTruncate(text, width);
  const padding = ' '.repeat(Math.max(0, width - stringWidth(cut)));
  return isNumeric ? padding + cut : cut + padding;
}
