import { Command } from '@commander-js/extra-typings';
import { examination, type Check } from '@devai/api/protocol/server';
import { toCliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import type { Format, Paper } from '../terminal/paper.ts';
import { oneLine } from '../terminal/printable.ts';

export const doctor = (context: Context) =>
  new Command('doctor')
    .summary('say what is wrong, and what to do about it')
    .description(
      `Say what is wrong, and what to do about it; end with 1 on a problem. It works also when neither the server nor the store
can be reached: then it says why.`,
    )
    .action(async () => {
      const checks = await examine(context);
      context.output.answer({ checks }, renderExamination);
      if (checks.some(({ status }) => status === 'problem')) context.exitCode = 1;
    });

/** What the server, or the app in this process, sees from inside; when there is neither, why. */
async function examine({ connect, ask, signal }: Context): Promise<Check[]> {
  try {
    const api = await connect();
    const { checks } = await ask(examination, ['GET', '/api/memory/doctor']);
    const place = api.isServer
      ? `answers at ${api.place}`
      : 'none runs: the store was opened here; background work waits until one does';
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

function renderExamination({ checks }: { checks: Check[] }, paper: Paper): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  const indent = statusWidth + width + 4;
  const wrap = (text: string): string => paper.wrap(oneLine(text), indent);
  const lines = checks.map(({ name, status, detail, help }) => {
    const head = `${paper.paint(formats[status], status.padEnd(statusWidth))}  ${name.padEnd(width)}  ${wrap(detail)}`;
    return help === null ? head : `${head}\n${' '.repeat(indent)}${wrap(help)}`;
  });
  const count = (wanted: Check['status']): number => checks.filter(({ status }) => status === wanted).length;
  const verdict =
    count('ok') === checks.length
      ? 'All is well.'
      : `Problems: ${count('problem')}. Warnings: ${count('warning')}.`;
  return [...lines, '', verdict].join('\n');
}
