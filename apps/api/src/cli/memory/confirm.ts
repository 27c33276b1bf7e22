import { createInterface } from 'node:readline';
import type { Streams } from './output.ts';
import { toolError } from './tool-error.ts';

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
    throw toolError('not_confirmed', 'there is no terminal to ask at, and nothing was done');
  }
  errors.write(`${question} [y/N] `);
  // the line is left to the terminal, so that Ctrl-C stays a signal
  const lines = createInterface({ input, terminal: false });
  try {
    const answer = await new Promise<string>((resolve, reject) => {
      const stop = () => reject(toolError('interrupted', 'stopped; nothing was done'));
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop, { once: true });
      lines.once('line', resolve);
      lines.once('close', () => resolve(''));
    });
    if (answer === '') errors.write('\n');
    return /^y(es)?$/i.test(answer.trim());
  } catch (error) {
    errors.write('\n');
    throw error;
  } finally {
    lines.close();
  }
}
