import type { CliError } from '../cli-error.ts';
import type { Piece } from '../terminal/piece.ts';
import { note } from '../terminal/piece.ts';
import { printable } from '../terminal/printable.ts';

/** Shows an error that does not end the chat. */
export const describeFailure = ({ code, message }: CliError, what = ''): Piece =>
  code === 'usage'
    ? note(printable(message))
    : { kind: 'error', text: `${what}${printable(message)} (${code})` };
