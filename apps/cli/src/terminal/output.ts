import type { CliError } from '../cli-error.ts';
import type { Config } from '../config.ts';
import { createStyle, type Style } from './style.ts';
import { printable } from './printable.ts';
import { createProgressBar } from './progress-bar.ts';

type OutputStream = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };

export type Streams = {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: OutputStream;
  errors: OutputStream;
};

export type Output = ReturnType<typeof createOutput>;

/** With `json`, standard output gets exactly one JSON document, and errors are JSON too. */
export function createOutput(
  { output, errors }: Pick<Streams, 'output' | 'errors'>,
  json: boolean,
  colours: Config['colours'],
) {
  const style = createStyle(output, colours);
  const errorStyle = createStyle(errors, colours);
  /** Writes a command's result: with --json the value, else the text that `drawing` returns. */
  async function draw<Value>(value: Value, drawing: (value: Value, style: Style) => string): Promise<void> {
    output.write(`${json ? JSON.stringify(value, null, 2) : drawing(value, style)}\n`);
  }
  return {
    /** Writes a command's result: with --json the value, else the value that `view` returns, laid out. */
    async answer<Value>(value: Value, view: (value: Value) => unknown = (same) => same): Promise<void> {
      // loaded on demand: help needs no tables
      const { render } = await import('./render.ts');
      await draw(value, (same) => render(view(same), style));
    },
    draw,
    /** Writes a hint to standard error; not with --json. */
    note(text: string): void {
      if (!json) errors.write(`${errorStyle.paint('dim', text)}\n`);
    },
    progress: (label: string) => createProgressBar(json ? { write: () => true } : errors, label),
    fail({ code, message, help }: CliError): void {
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
