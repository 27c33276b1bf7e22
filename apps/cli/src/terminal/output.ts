import type { CliError } from '../cli-error.ts';
import type { Config } from '../config.ts';
import { createStyle, type Style } from './style.ts';
import { printable } from './printable.ts';
import { createProgressBar, type ProgressBar } from './progress-bar.ts';

type OutputStream = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };

export type Streams = {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: OutputStream;
  errors: OutputStream;
};

export type Output = {
  /** Writes a command's result: with --json the value, else what `view` makes of it, laid out. */
  answer<Value>(value: Value, view?: (value: Value) => unknown): Promise<void>;
  /** Writes a command's result: with --json the value, else what `drawing` makes of it. */
  draw<Value>(value: Value, drawing: (value: Value, style: Style) => string): Promise<void>;
  /** Writes a hint to standard error; not with --json. */
  note(text: string): void;
  progress(label: string): ProgressBar;
  fail(error: CliError): void;
};

/** With `json`, standard output gets exactly one JSON document, and errors are JSON too. */
export function createOutput(
  { output, errors }: Pick<Streams, 'output' | 'errors'>,
  json: boolean,
  colours: Config['colours'],
): Output {
  const style = createStyle(output, colours);
  const errorStyle = createStyle(errors, colours);
  const draw: Output['draw'] = async (value, drawing) => {
    output.write(`${json ? JSON.stringify(value, null, 2) : drawing(value, style)}\n`);
  };
  return {
    async answer(value, view = (same) => same) {
      // loaded on demand: help needs no tables
      const { render } = await import('./render.ts');
      await draw(value, (same) => render(view(same), style));
    },
    draw,
    note(text) {
      if (!json) errors.write(`${errorStyle.paint('dim', text)}\n`);
    },
    progress: (label) => createProgressBar(json ? { write: () => true } : errors, label),
    fail({ code, message, help }) {
      const lines = json
        ? [JSON.stringify({ error: { code, message, help } })]
        : [
            `${errorStyle.paint('red', `error (${code})`)}: ${printable(message)}`,
            ...(help === null ? [] : [help]),
          ];
      errors.write(`${lines.join('\n')}\n`);
    },
  };
}
