import { styleText } from 'node:util';

export type Format = 'bold' | 'dim' | 'green' | 'yellow' | 'red';

/** What is written on: how wide it is, and whether it shows colours. */
export type Paper = {
  /** Columns; infinite where nothing has to be cut (a pipe, a file). */
  width: number;
  paint(format: Format, text: string): string;
};

type Sheet = { isTTY?: boolean; columns?: number };

/** Columns of a terminal that does not tell. */
const usualWidth = 80;

/** A terminal is cut to its width and coloured, unless NO_COLOR is set or it is a dumb one; FORCE_COLOR colours all. */
export function createPaper(sheet: Sheet, variables: Record<string, string | undefined>): Paper {
  const isTerminal = sheet.isTTY === true;
  const forced = variables['FORCE_COLOR'] ?? '';
  const isColoured = variables['NO_COLOR']
    ? false
    : (forced !== '' && forced !== '0') || (isTerminal && variables['TERM'] !== 'dumb');
  return {
    width: isTerminal ? (sheet.columns ?? usualWidth) : Number.POSITIVE_INFINITY,
    paint: (format, text) =>
      isColoured && text !== '' ? styleText(format, text, { validateStream: false }) : text,
  };
}
