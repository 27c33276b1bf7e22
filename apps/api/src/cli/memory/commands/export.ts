import { once } from 'node:events';
import { open, rename, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import { askLines } from '../ask.ts';
import type { Command, Context } from '../command.ts';
import { counted } from '../figures.ts';
import type { MemoryApi } from '../memory-api.ts';
import { ToolError, toolError, toToolError } from '../tool-error.ts';

const lastLine = z.object({ done: z.literal(true), rows: z.int() });

export const exportAll: Command = {
  name: 'export',
  words: '',
  summary: 'everything that the store holds, of all projects, in lines of JSON; import takes them back',
  details: `Memories with their history and vectors, sessions, messages, topics, jobs. The last line says that it is whole. A file
appears under its name only when it is.`,
  options: { out: { kind: 'text', value: '<file>', help: 'into this file; default: the standard output' } },
  needsItsOutput: true,
  counts: [0, 0],
  async run(context) {
    const { options, connect, folder, output } = context;
    const out = options.text('out');
    const api = await connect();
    if (out === undefined) {
      await writeToOutput(api, context);
      return;
    }
    const file = resolve(folder, out);
    const rows = await writeToFile(api, file, context);
    output.answer({ file, rows }, () => `${counted(rows, 'row', 'rows')} written to ${file}`);
  },
};

async function writeToOutput(api: MemoryApi, { streams: { output }, signal }: Context): Promise<void> {
  for await (const line of wholeExport(api, signal)) {
    if (!output.write(`${JSON.stringify(line)}\n`)) await once(output, 'drain', { signal });
  }
}

/** Writes beside the file and renames at the end, so that under its name there is never a half of it. */
async function writeToFile(api: MemoryApi, file: string, { output, signal }: Context): Promise<number> {
  await refuseFolder(file);
  const partial = `${file}.partial-${process.pid}`;
  const bar = output.progress('exporting');
  let rows = -2; // neither the header nor the last line is one
  // for the owner alone: it holds all that was ever said
  const handle = await open(partial, 'wx', 0o600);
  try {
    for await (const line of wholeExport(api, signal)) {
      await handle.appendFile(`${JSON.stringify(line)}\n`);
      rows += 1;
      if (rows % 50 === 0) bar.show(rows, 0);
    }
    await handle.sync();
    await handle.close();
    await rename(partial, file);
    return rows;
  } catch (error) {
    await handle.close();
    await rm(partial, { force: true });
    const nothing = `${file} was not written`;
    if (signal.aborted) throw toolError('interrupted', `stopped; ${nothing}`, { cause: error });
    const { code, message } = toToolError(error);
    throw new ToolError(code, `${message}; ${nothing}`, { cause: error });
  } finally {
    bar.end();
  }
}

/** The lines of an export, to the one that says that all were there. Throws without it. */
async function* wholeExport(api: MemoryApi, signal: AbortSignal): AsyncGenerator<object> {
  let isWhole = false;
  for await (const line of askLines(api, ['GET', '/api/memory/export'], { signal })) {
    isWhole = lastLine.safeParse(line).success;
    yield line;
  }
  if (!isWhole) throw toolError('broken_answer', 'the export broke off: its last line is missing');
}

async function refuseFolder(file: string): Promise<void> {
  const found = await stat(file).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  if (found?.isDirectory()) throw toolError('file', `${file} is a folder`);
}
