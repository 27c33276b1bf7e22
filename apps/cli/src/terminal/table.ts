import cliTruncate from 'cli-truncate';
import stringWidth from 'string-width';
import type { Format, Paper } from './paper.ts';
import { oneLine } from './printable.ts';

export type Column<Row> = {
  title: string;
  value: (row: Row) => string;
  align?: 'right';
  /** When the terminal is too narrow, the columns with the highest figure go first; without one a column stays. */
  spare?: number;
  paint?: (row: Row) => Format | null;
};

/** A column with its texts, the title first, and the columns of the terminal that it takes. */
type Filled<Row> = Column<Row> & { texts: string[]; width: number };

const gap = '  ';
/** Columns that the last one should have at least: some words of its text. */
const readable = 24;

/**
 * Rows under titles, aligned by what terminals show, each on one line. The last column takes what is left of the width and
 * is cut to it; stored text is made harmless first.
 */
export function renderTable<Row>(columns: Column<Row>[], rows: Row[], paper: Paper): string {
  const filled = columns.map((column) => {
    const texts = [column.title, ...rows.map((row) => oneLine(column.value(row)))];
    return { ...column, texts, width: texts.reduce((most, text) => Math.max(most, stringWidth(text)), 0) };
  });
  const shown = fit(filled, paper.width);
  const lineOf = (index: number, format: (column: Column<Row>) => Format | null): string =>
    shown
      .map((column) => {
        const text = layOut(column, column.texts[index] ?? '');
        const wanted = format(column);
        return wanted === null ? text : paper.paint(wanted, text);
      })
      .join(gap)
      .trimEnd();
  return [
    paper.paint(
      'dim',
      lineOf(0, () => null),
    ),
    ...rows.map((row, index) => lineOf(index + 1, ({ paint }) => paint?.(row) ?? null)),
  ].join('\n');
}

/** All columns, or those that leave the last one room enough, which is as wide as there is room. */
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
