import type { CliError } from '../cli-error.ts';
import type { Config } from '../config.ts';
import { createPaper, type Paper } from './paper.ts';
import { printable } from './printable.ts';
import { createProgressBar, type ProgressBar } from './progress-bar.ts';

type OutputStream = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };

export type Streams = {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: OutputStream;
  errors: OutputStream;
};

export type Output = {
  /** What a command answers: to programs the value as one JSON document, to people what `render` makes of it. */
  answer<Value>(value: Value, render: (value: Value, paper: Paper) => string): void;
  /** What people should know besides, on the standard error; programs have it in the document. */
  note(text: string): void;
  progress(label: string): ProgressBar;
  fail(error: CliError): void;
};

/** Writes for people or, `json`, for programs: one document on the standard output, nothing else. */
export function createOutput(
  { output, errors }: Pick<Streams, 'output' | 'errors'>,
  json: boolean,
  colours: Config['colours'],
): Output {
  const paper = createPaper(output, colours);
  const errorPaper = createPaper(errors, colours);
  return {
    answer(value, render) {
      output.write(`${json ? JSON.stringify(value, null, 2) : render(value, paper)}\n`);
    },
    note(text) {
      if (!json) errors.write(`${errorPaper.paint('dim', text)}\n`);
    },
    progress: (label) => createProgressBar(json ? { write: () => true } : errors, label),
    fail({ code, message, help }) {
      const lines = json
        ? [JSON.stringify({ error: { code, message, help } })]
        : [
            `${errorPaper.paint('red', `error (${code})`)}: ${printable(message)}`,
            ...(help === null ? [] : [help]),
          ];
      errors.write(`${lines.join('\n')}\n`);
    },
  };
}
