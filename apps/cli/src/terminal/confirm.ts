import { createInterface } from 'node:readline/promises';
import { cliError } from '../cli-error.ts';
import type { Streams } from './output.ts';

/**
 * Asks at the terminal; only yes is yes, the end of the input is no. Throws `not_confirmed` without a terminal, and
 * `interrupted` when the signal is aborted meanwhile.
 */
export async function confirm(
  question: string,
  { input, errors }: Streams,
  signal: AbortSignal,
): Promise<boolean> {
  if (input.isTTY !== true || errors.isTTY !== true) {
    throw cliError('not_confirmed', 'there is no terminal to ask at, and nothing was done');
  }
  // the line is left to the terminal, so that Ctrl-C stays a signal
  const lines = createInterface({ input, output: errors, terminal: false });
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  try {
    const answer = await Promise.race([lines.question(`${question} [y/N] `, { signal }), ended]);
    return /^y(es)?$/i.test(answer.trim());
  } catch (cause) {
    errors.write('\n');
    throw cliError('interrupted', 'stopped; nothing was done', { cause });
  } finally {
    lines.close();
  }
}
