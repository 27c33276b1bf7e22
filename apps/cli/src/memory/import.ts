import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { importLine, type importCounts } from '@devai/api/protocol/transfer';
import type { z } from 'zod';
import { CliError, cliError, toCliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { askLines } from '../server/api.ts';
import { viewCounts } from './views.ts';

type Counts = z.infer<typeof importCounts>;

export const createImport = (context: Context) =>
  new Command('import')
    .description(
      `Read an export; existing rows are left alone. The file - is standard input. A truncated file is an error; the rows before
it stay, and importing again continues.`,
    )
    .argument('<file>')
    .action(async (name) => {
      context.output.answer(await send(context, await openSource(context, name)), viewCounts);
    });

type Source = { stream: AsyncIterable<string | Buffer>; size: number };

async function openSource({ streams, config }: Context, name: string): Promise<Source> {
  if (name === '-') return { stream: streams.input, size: 0 };
  const file = resolve(config.folder, name);
  const found = await stat(file);
  if (found.isDirectory()) throw cliError('file', `${file} is a folder`);
  return { stream: createReadStream(file), size: found.size };
}

async function send(context: Context, source: Source): Promise<Counts> {
  const { connect, signal } = context;
  const api = await connect();
  let taken: Counts = {};
  try {
    const lines = watch(context, source);
    for await (const line of askLines(api, importLine, ['POST', '/api/memory/import'], { lines, signal })) {
      if (line.done) return line.report;
      taken = line.progress;
    }
    throw cliError('broken_answer', 'the answer broke off');
  } catch (cause) {
    const { code, message } = signal.aborted ? cliError('interrupted', 'stopped') : toCliError(cause);
    const added = Object.values(taken).reduce((sum, kind) => sum + kind.added, 0);
    throw new CliError(code, `${message} (${added} rows were added before)`, { cause });
  }
}

/** Passes the bytes on and shows how many they were. */
async function* watch({ output }: Context, { stream, size }: Source): AsyncGenerator<Buffer> {
  const bar = output.progress('importing');
  let sent = 0;
  try {
    for await (const chunk of stream) {
      const bytes = Buffer.from(chunk);
      sent += bytes.length;
      bar.show(sent, size);
      yield bytes;
    }
  } finally {
    bar.end();
  }
}
