import { Command } from '@commander-js/extra-typings';
import { examination, type Check } from '@devai/api/protocol/server';
import { toCliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import type { Format, Style } from '../terminal/style.ts';
import { oneLine } from '../terminal/printable.ts';

export const doctor = (context: Context) =>
  new Command('doctor')
    .description(
      `Report problems and how to fix them; exits with 1 if there is one. When neither the server nor the store can be reached, it
says why.`,
    )
    .action(async () => {
      const checks = await examine(context);
      context.output.answer({ checks }, renderExamination);
      if (checks.some(({ status }) => status === 'problem')) context.exitCode = 1;
    });

/** The checks of the server or of the store opened here; when neither can be reached, why. */
async function examine({ connect, ask, signal }: Context): Promise<Check[]> {
  try {
    const api = await connect();
    const { checks } = await ask(examination, ['GET', '/api/memory/doctor']);
    const place = api.isServer
      ? `answers at ${api.place}`
      : 'none runs: the store was opened here; background jobs wait for a server';
    return [{ name: 'server', status: 'ok', detail: place, help: null }, ...checks];
  } catch (error) {
    if (signal.aborted) throw error;
    const { code, message, help } = toCliError(error);
    const name = code === 'configuration' ? code : code.startsWith('database') ? 'store' : 'server';
    return [{ name, status: 'problem', detail: `${message} (${code})`, help }];
  }
}

const formats: Record<Check['status'], Format> = { ok: 'green', warning: 'yellow', problem: 'red' };

const statusWidth = 'problem'.length;

function renderExamination({ checks }: { checks: Check[] }, style: Style): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  const indent = statusWidth + width + 4;
  const wrap = (text: string): string => style.wrap(oneLine(text), indent);
  const lines = checks.map(({ name, status, detail, help }) => {
    const head = `${style.paint(formats[status], status.padEnd(statusWidth))}  ${name.padEnd(width)}  ${wrap(detail)}`;
    return help === null ? head : `${head}\n${' '.repeat(indent)}${wrap(help)}`;
  });
  const count = (wanted: Check['status']): number => checks.filter(({ status }) => status === wanted).length;
  const verdict =
    count('ok') === checks.length
      ? 'All is well.'
      : `Problems: ${count('problem')}. Warnings: ${count('warning')}.`;
  return [...lines, '', verdict].join('\n');
}
