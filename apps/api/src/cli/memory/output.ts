import { createPaper, type Paper } from './paper.ts';
import { createProgressBar, type ProgressBar } from './progress-bar.ts';
import type { ToolError } from './tool-error.ts';

export type OutputStream = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
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
  fail(error: ToolError): void;
};

/** Writes for people or, `json`, for programs: one document on the standard output, nothing else. */
export function createOutput(
  { output, errors }: Streams,
  json: boolean,
  variables: Record<string, string | undefined>,
): Output {
  const paper = createPaper(output, variables);
  const errorPaper = createPaper(errors, variables);
  return {
    answer(value, render) {
      output.write(`${json ? JSON.stringify(value, null, 2) : render(value, paper)}\n`);
    },
    note(text) {
      if (!json) errors.write(`${errorPaper.paint('dim', text)}\n`);
    },
    progress: (label) => createProgressBar(json ? { write: () => true } : errors, label),
    fail({ code, message, help }) {
      if (json) {
        errors.write(`${JSON.stringify({ error: { code, message, help } })}\n`);
        return;
      }
      errors.write(
        `${errorPaper.paint('red', `error (${code})`)}: ${message}\n${help === null ? '' : `${help}\n`}`,
      );
    },
  };
}
