import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runProgram } from '../program.ts';

export type ProgramRun = { exit: number; output: string; errors: string };

export type Surroundings = {
  variables?: Record<string, string>;
  /** Columns of the terminal; absent: pipes. */
  columns?: number;
  /** The typed or piped input. */
  input?: string;
  /** Aborted by Ctrl-C. */
  signal?: AbortSignal;
  /** Called with each piece of the output. */
  onOutput?: (text: string) => void;
  /** Called with each piece of what is written besides the output. */
  onErrors?: (text: string) => void;
};

/** Runs one command line in this process, at a terminal or in a pipe. */
export async function runCommand(
  words: string[],
  {
    variables = {},
    columns,
    input = '',
    signal = new AbortController().signal,
    onOutput,
    onErrors,
  }: Surroundings = {},
): Promise<ProgramRun> {
  const terminal = columns === undefined ? {} : { isTTY: true, columns };
  const streams = {
    input: Object.assign(new PassThrough(), terminal),
    output: Object.assign(new PassThrough(), terminal),
    errors: Object.assign(new PassThrough(), terminal),
  };
  if (onOutput) streams.output.on('data', (chunk) => onOutput(String(chunk)));
  if (onErrors) streams.errors.on('data', (chunk) => onErrors(String(chunk)));
  streams.input.end(input);
  const written = Promise.all([text(streams.output), text(streams.errors)]);
  const exit = await runProgram(words, {
    streams,
    variables: { npm_lifecycle_event: 'memory', ...variables },
    signal,
  });
  streams.output.end();
  streams.errors.end();
  const [output, errors] = await written;
  return { exit, output, errors };
}
