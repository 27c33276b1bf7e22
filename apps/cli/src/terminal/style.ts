import { styleText } from 'node:util';
import wrapAnsi from 'wrap-ansi';
import type { Config } from '../config.ts';

export type Format = 'bold' | 'dim' | 'red' | 'italic' | 'strikethrough' | 'cyan';

/** How text is coloured and wrapped. Only terminals have a width; in a pipe or a file nothing is truncated or wrapped. */
export type Style = {
  /** Columns; infinite without a terminal. */
  width: number;
  paint(format: Format, text: string): string;
  /** Wraps a text at spaces and indents every line but the first. */
  wrap(text: string, indent: number): string;
};

/** Columns of a terminal that does not report its size, and of help texts in a pipe. */
export const usualWidth = 80;

/** The style for a stream. */
export function createStyle(
  stream: { isTTY?: boolean; columns?: number },
  colours: Config['colours'],
): Style {
  const isTerminal = stream.isTTY === true;
  const isColoured = colours === 'always' || (colours === 'on a terminal' && isTerminal);
  const width = isTerminal ? (stream.columns ?? usualWidth) : Number.POSITIVE_INFINITY;
  return {
    width,
    paint: (format, text) =>
      isColoured && text !== '' ? styleText(format, text, { validateStream: false }) : text,
    wrap: (text, indent) =>
      (isTerminal ? wrapAnsi(text, Math.max(20, width - indent)) : text).replaceAll(
        '\n',
        `\n${' '.repeat(indent)}`,
      ),
  };
}
