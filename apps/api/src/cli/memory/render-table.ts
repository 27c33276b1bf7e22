import { cutToWidth, displayWidth } from '../display-width.ts';
import type { Format, Paper } from './paper.ts';
import { plainLine } from './plain-line.ts';

export type Column<Row> = {
  title: string;
  value: (row: Row) => string;
  align?: 'right';
  /** When the terminal is too narrow, the columns with the highest figure go first; without one a column stays. */
  spare?: number;
  paint?: (row: Row) => Format | null;
};

const gap = '  ';
/** Columns that the last one should have at least: some words of its text. */
const readable = 24;

/**
 * Rows under titles, aligned by what terminals show, each on one line. The last column takes what is left of the width and
 * is cut to it; stored text is made harmless first.
 */
export function renderTable<Row>(columns: Column<Row>[], rows: Row[], paper: Paper): string {
  const cells = rows.map((row) => new Map(columns.map((column) => [column, plainLine(column.value(row))])));
  const widths = new Map(
    columns.map((column) => [
      column,
      Math.max(displayWidth(column.title), ...cells.map((row) => displayWidth(row.get(column) ?? ''))),
    ]),
  );
  const shown = fitting(columns, widths, paper.width);
  const last = shown.at(-1);
  const room = new Map(shown.map((column) => [column, widths.get(column) ?? 0]));
  if (last) room.set(last, Math.min(room.get(last) ?? 0, leftFor(shown, widths, paper.width)));

  const head = shown.map((column) => layOut(column, column.title, room.get(column) ?? 0, column === last));
  const lines = cells.map((row, index) =>
    shown
      .map((column) => {
        const text = layOut(column, row.get(column) ?? '', room.get(column) ?? 0, column === last);
        const source = rows[index];
        const format = source === undefined ? null : (column.paint?.(source) ?? null);
        return format === null ? text : paper.paint(format, text);
      })
      .join(gap)
      .trimEnd(),
  );
  return [paper.paint('dim', head.join(gap).trimEnd()), ...lines].join('\n');
}

/** All columns, or those that leave the last one room enough. */
function fitting<Row>(
  columns: Column<Row>[],
  widths: Map<Column<Row>, number>,
  width: number,
): Column<Row>[] {
  const last = columns.at(-1);
  const wanted = Math.min(readable, (last && widths.get(last)) ?? 0);
  if (leftFor(columns, widths, width) >= wanted) return columns;
  const spare = columns
    .filter((column) => column.spare !== undefined && column !== last)
    .toSorted((one, other) => (other.spare ?? 0) - (one.spare ?? 0))[0];
  if (!spare) return columns;
  return fitting(
    columns.filter((column) => column !== spare),
    widths,
    width,
  );
}

function leftFor<Row>(columns: Column<Row>[], widths: Map<Column<Row>, number>, width: number): number {
  const taken = columns.slice(0, -1).reduce((sum, column) => sum + (widths.get(column) ?? 0) + gap.length, 0);
  return Math.max(0, width - taken);
}

function layOut<Row>({ align }: Column<Row>, text: string, room: number, isLast: boolean): string {
  const cut = cutToWidth(text, room);
  const padding = ' '.repeat(Math.max(0, Number.isFinite(room) ? room - displayWidth(cut) : 0));
  if (align === 'right') return `${padding}${cut}`;
  return isLast ? cut : `${cut}${padding}`;
}
