import cliTruncate from 'cli-truncate';
import stringWidth from 'string-width';
import type { Format, Style } from './style.ts';
import { oneLine } from './printable.ts';

export type Column<Row> = {
  title: string;
  value: (row: Row) => string;
  align?: 'right';
  /** On a narrow terminal the columns with the highest number are dropped first; without a number a column stays. */
  spare?: number;
  paint?: (row: Row) => Format | null;
};

/** A column with its texts, title first, and its width in terminal columns. */
type Filled<Row> = Column<Row> & { texts: string[]; width: number };

const gap = '  ';
/** Minimum width of the last column: room for a few words. */
const readable = 24;

/**
 * Lays out rows under titles, one line each, aligned by display width. The last column gets the remaining width and is
 * truncated to it. Control characters are removed.
 */
export function renderTable<Row>(columns: Column<Row>[], rows: Row[], style: Style): string {
  const filled = columns.map((column) => {
    const texts = [column.title, ...rows.map((row) => oneLine(column.value(row)))];
    return { ...column, texts, width: texts.reduce((most, text) => Math.max(most, stringWidth(text)), 0) };
  });
  const shown = fit(filled, style.width);
  const lineOf = (index: number, format: (column: Column<Row>) => Format | null): string =>
    shown
      .map((column) => {
        const text = layOut(column, column.texts[index] ?? '');
        const wanted = format(column);
        return wanted === null ? text : style.paint(wanted, text);
      })
      .join(gap)
      .trimEnd();
  return [
    style.paint(
      'dim',
      lineOf(0, () => null),
    ),
    ...rows.map((row, index) => lineOf(index + 1, ({ paint }) => paint?.(row) ?? null)),
  ].join('\n');
}

/** Drops columns until the last one has enough room, and gives it what is left. */
function fit<Row>(columns: Filled<Row>[], width: number): Filled<Row>[] {
  const last = columns.at(-1);
  if (!last) return [];
  const others = columns.slice(0, -1);
  const room = others.reduce((left, column) => left - column.width - gap.length, width);
  const spare = others.filter((column) => column.spare !== undefined);
  const [least] = spare.toSorted((one, other) => (other.spare ?? 0) - (one.spare ?? 0));
  if (room < Math.min(readable, last.width) && least) {
    return fit(
      columns.filter((column) => column !== least),
      width,
    );
  }
  return [...others, { ...last, width: Math.max(0, Math.min(last.width, room)) }];
}

function layOut<Row>({ align, width }: Filled<Row>, text: string): string {
  const cut = cliTruncate(text, width);
  const padding = ' '.repeat(Math.max(0, width - stringWidth(cut)));
  return align === 'right' ? padding + cut : cut + padding;
}
