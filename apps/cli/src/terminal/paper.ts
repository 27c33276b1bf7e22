import { styleText } from 'node:util';
import cliTruncate from 'cli-truncate';
import wrapAnsi from 'wrap-ansi';
import type { Config } from '../config.ts';

export type Format = 'bold' | 'dim' | 'green' | 'yellow' | 'red';

/** What is written on. Where it is no terminal (a pipe, a file), nothing is cut or wrapped. */
export type Paper = {
  /** Columns; infinite where there is no end to a line. */
  width: number;
  paint(format: Format, text: string): string;
  /** A line, shortened to the width. */
  cut(line: string): string;
  /** A line, broken at spaces where it is too long, each further line indented. */
  wrap(line: string, indent: number): string;
};

/** Columns of a terminal that does not tell. */
const usualWidth = 80;

/** A terminal is cut to its width and coloured, unless NO_COLOR is set or it is a dumb one; FORCE_COLOR colours all. */
export function createPaper(sheet: { isTTY?: boolean; columns?: number }, colours: Config['colours']): Paper {
  const isTerminal = sheet.isTTY === true;
  const isColoured = colours === 'always' || (colours === 'on a terminal' && isTerminal);
  const width = isTerminal ? (sheet.columns ?? usualWidth) : Number.POSITIVE_INFINITY;
  return {
    width,
    paint: (format, text) =>
      isColoured && text !== '' ? styleText(format, text, { validateStream: false }) : text,
    cut: (line) => (isTerminal ? cliTruncate(line, width) : line),
    wrap: (line, indent) =>
      isTerminal
        ? wrapAnsi(line, Math.max(20, width - indent)).replaceAll('\n', `\n${' '.repeat(indent)}`)
        : line,
  };
}
