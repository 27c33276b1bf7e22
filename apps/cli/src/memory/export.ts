import { once } from 'node:events';
import { open, rename, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { exportEnd } from '@devai/fastify/protocol/transfer';
import { CliError, cliError, toCliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { askLines } from '../server/api.ts';

export const createExport = (context: Context) =>
  new Command('export')
    .description(
      `Write the whole store, with all projects, as lines of JSON. It contains memories with their history and vectors, sessions, messages,
topics, documents and jobs. The last line marks the end. A file gets its name only when it is complete.`,
    )
    .option('--out <file>', 'write to this file (default: standard output)')
    .option('--of <user>', 'only what belongs to this user, on a server of many')
    .action(async ({ out, of }) => {
      const { output, config, streams, signal } = context;
      if (out === undefined) {
        for await (const line of wholeExport(context, of)) {
          if (!streams.output.write(line)) await once(streams.output, 'drain', { signal });
        }
        return;
      }
      const file = resolve(config.folder, out);
      const rows = await writeToFile(context, file, of);
      await output.answer({ file, rows }, () => `${rows} rows written to ${file}`);
    });

/** Writes a temporary file and renames it at the end, so that the file is never incomplete. */
async function writeToFile(context: Context, file: string, of?: string): Promise<number> {
  const partial = `${file}.partial-${process.pid}`;
  let rows = -2; // the header and the last line are not rows
  if (await isFolder(file)) throw cliError('file', `${file} is a folder`);
  // readable by the owner only: it contains every conversation
  const handle = await open(partial, 'wx', 0o600);
  try {
    for await (const line of wholeExport(context, of)) {
      await handle.appendFile(line);
      rows += 1;
    }
    await handle.sync();
    await handle.close();
    await rename(partial, file);
    return rows;
  } catch (cause) {
    await handle.close();
    await rm(partial, { force: true });
    const { code, message } = context.signal.aborted ? cliError('interrupted', 'stopped') : toCliError(cause);
    throw new CliError(code, `${message}; ${file} was not written`, { cause });
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (at) => at.isDirectory(),
    () => false,
  );

/** The lines of an export. Throws `broken_answer` without the line that marks its end. */
async function* wholeExport({ connect, signal }: Context, of?: string): AsyncGenerator<string> {
  let isWhole = false;
  for await (const line of askLines(await connect(), 'GET /api/memory/export', { query: { of }, signal })) {
    isWhole = exportEnd.safeParse(line).success;
    yield `${JSON.stringify(line)}\n`;
  }
  if (!isWhole) throw cliError('broken_answer', 'the export broke off: its last line is missing');
}
