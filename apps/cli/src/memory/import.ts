import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { Command } from '@commander-js/extra-typings';
import { textForms } from '@devai/fastify/protocol/imports';
import type { importCounts } from '@devai/fastify/protocol/transfer';
import type { z } from 'zod';
import { CliError, cliError, toCliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { askLines } from '../server/api.ts';
import { moment } from '../terminal/written.ts';
import { reason } from './change-commands.ts';
import { oneOf } from './filter-options.ts';
import { filesIn, linesOf, linesOfText } from './foreign-files.ts';
import { importForeign, type ForeignOptions } from './import-foreign.ts';
import { viewCounts } from './views.ts';

type Counts = z.infer<typeof importCounts>;

export const createImport = (context: Context) =>
  new Command('import')
    .description(
      `Import an export of DevAI, or memories of mem0, LangGraph, Letta, ChatGPT (also its conversations), CLAUDE.md, AGENTS.md, and the memory
folders of Claude and OpenClaw. For those it first shows what it would store, and asks. Importing again adds nothing and continues what was interrupted.
Of DevAI's own exports, existing rows stay as they are, and the rows before an error stay. The file - is standard input.`,
    )
    .argument('[file]', 'a file or folder')
    .option('--dry-run', 'only show what would be stored')
    .option('--yes', 'store it without asking')
    .option(
      '--project <name>',
      "where what is not about the user is filed (default: the project of the server's workspace)",
    )
    .option('--everywhere', 'in no project: all of it with the user')
    .option('--conversations', 'also conversations; the model extracts them, which costs tokens')
    .option('--own-words', 'the statements are my own words; default: a model wrote them down')
    .option('--form <name>', `what a file of text is: ${textForms.options.join(', ')}`, oneOf(textForms))
    .option('--map-users', 'for the operator of many users: each memory goes to the user that it names')
    .option('--list', 'list the imports that can be undone')
    .option('--undo <id>', 'take back everything that an import stored')
    .action(async (name, { list, undo, ...options }) => {
      if (list) return listImports(context);
      if (undo !== undefined) return undoImport(context, undo);
      if (name === undefined) throw cliError('usage', 'name a file or folder, or give --list or --undo');
      return importFile(context, name, options);
    });

async function listImports(context: Context): Promise<void> {
  await context.answer('GET /api/memory/imports', {}, ({ imports }) =>
    imports.map(({ id, form, name, project, createdAt, stored, undone, sessions, open, dead }) => ({
      ...{ id, at: moment(createdAt), form, name, project, stored, undone, sessions, open, dead },
    })),
  );
}

async function undoImport(context: Context, given: string): Promise<void> {
  const { imports } = await context.ask('GET /api/memory/imports', {});
  const found = [...new Set(imports.map(({ id }) => id))].filter((id) => id.startsWith(given.toLowerCase()));
  if (found.length > 1) throw cliError('ambiguous_id', `${given} begins the ids of ${found.length} imports`);
  const id = found[0] ?? given;
  await context.answer(
    'POST /api/memory/imports/:id/undo',
    { path: { id }, json: { reason } },
    ({ undone, left, sessions, cancelled }) => ({
      ...{ memories: undone.length, sessions: sessions.length, 'parts that waited': cancelled },
      'Left, because it changed since': left,
    }),
  );
}

async function importFile(context: Context, name: string, options: ForeignOptions): Promise<void> {
  const file = resolve(context.config.folder, name);
  if (name !== '-' && (await stat(file)).isDirectory()) {
    const files = await filesIn(file);
    const sent = { name: basename(file), isFolder: true, isOnce: false, lines: () => linesOf(files) };
    return importForeign(context, sent, options);
  }
  const source =
    name === '-' ? Readable.from(context.streams.input, { objectMode: false }) : createReadStream(file);
  const { isOwn, whole } = await beginningOf(source);
  if (isOwn) return context.output.answer(await send(context, whole), viewCounts);
  if (name === '-') {
    const lines = () => linesOfText('standard input', whole);
    return importForeign(context, { name: 'standard input', isFolder: false, isOnce: true, lines }, options);
  }
  source.destroy();
  const path = name.split('\\').join('/').slice(-1_000);
  const lines = () => linesOf([{ path, file }]);
  return importForeign(context, { name: basename(file), isFolder: false, isOnce: false, lines }, options);
}

/** Bytes by which an export of DevAI is recognised. */
const enough = 65_536;
const own = /^\uFEFF?\s*(?:\{[^\n]*"kind"\s*:\s*"devai-export"|$)/;

/** Whether a stream is an export of DevAI, or empty, which is a broken one; and the stream from its beginning. */
async function beginningOf(
  source: AsyncIterable<Uint8Array>,
): Promise<{ isOwn: boolean; whole: AsyncIterable<Uint8Array> }> {
  const chunks = source[Symbol.asyncIterator]();
  let beginning = Buffer.alloc(0);
  while (beginning.length < enough && !/"kind"\s*:\s*"devai-export"/.test(beginning.toString())) {
    const { done = false, value } = await chunks.next();
    if (done) break;
    beginning = Buffer.concat([beginning, value]);
  }
  return { isOwn: own.test(beginning.toString()), whole: resumed(beginning, chunks) };
}

async function* resumed(beginning: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield beginning;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

async function send({ connect, output, signal }: Context, lines: AsyncIterable<Uint8Array>): Promise<Counts> {
  const api = await connect();
  const bar = output.progress('rows');
  let taken: Counts = {};
  try {
    for await (const line of askLines(api, 'POST /api/memory/import', { lines, signal })) {
      if (line.done) return line.report;
      taken = line.progress;
      bar.show(
        Object.values(taken).reduce((sum, { added, known }) => sum + added + known, 0),
        null,
      );
    }
    throw cliError('broken_answer', 'the answer broke off');
  } catch (cause) {
    const { code, message } = signal.aborted ? cliError('interrupted', 'stopped') : toCliError(cause);
    const added = Object.values(taken).reduce((sum, kind) => sum + kind.added, 0);
    throw new CliError(code, `${message} (${added} rows were added before)`, { cause });
  } finally {
    bar.end();
  }
}
