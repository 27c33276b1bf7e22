import { createInterface } from 'node:readline/promises';
import { cliError } from '../cli-error.ts';
import type { Streams } from './output.ts';

/**
 * Asks a yes-or-no question at the terminal; only y and yes mean yes. Throws `not_confirmed` without a terminal, and
 * `interrupted` if the signal aborts.
 */
export async function confirm(
  question: string,
  { input, errors }: Streams,
  signal: AbortSignal,
): Promise<boolean> {
  if (input.isTTY !== true || errors.isTTY !== true) {
    throw cliError('not_confirmed', 'there is no terminal to ask the question in; nothing was done');
  }
  // raw mode would turn Ctrl-C into a character
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
