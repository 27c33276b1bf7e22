import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { Command } from '@commander-js/extra-typings';
import type { importCounts } from '@devai/api/protocol/transfer';
import type { z } from 'zod';
import { CliError, cliError, toCliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { askLines } from '../server/api.ts';
import { ownExport } from './foreign-export.ts';
import { viewCounts } from './views.ts';

type Counts = z.infer<typeof importCounts>;

export const createImport = (context: Context) =>
  new Command('import')
    .description(
      `Import an export. Existing rows stay as they are. The file - is standard input. A truncated file is an error; the rows before the
end stay, and importing again continues.`,
    )
    .argument('<file>')
    .action(async (name) => {
      const source = await ownExport(await openSource(context, name), name === '-' ? 'standard input' : name);
      await context.output.answer(await send(context, source), viewCounts);
    });

/** The stream of a file, or of standard input. Throws when the file cannot be read. */
async function openSource({ streams, config }: Context, name: string): Promise<AsyncIterable<Uint8Array>> {
  if (name === '-') return Readable.from(streams.input, { objectMode: false });
  const file = resolve(config.folder, name);
  if ((await stat(file)).isDirectory()) throw cliError('file', `${file} is a folder`);
  return createReadStream(file);
}

async function send({ connect, signal }: Context, lines: AsyncIterable<Uint8Array>): Promise<Counts> {
  const api = await connect();
  let taken: Counts = {};
  try {
    for await (const line of askLines(api, 'POST /api/memory/import', { lines, signal })) {
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
