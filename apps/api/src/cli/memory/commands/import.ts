import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { askLines } from '../ask.ts';
import type { Command, Context } from '../command.ts';
import type { MemoryApi } from '../memory-api.ts';
import type { Paper } from '../paper.ts';
import type { ProgressBar } from '../progress-bar.ts';
import { renderTable } from '../render-table.ts';
import { ToolError, toolError, toToolError } from '../tool-error.ts';

const counts = z.record(z.string(), z.object({ added: z.int(), known: z.int() }));
type Counts = z.infer<typeof counts>;

const progressLine = z.object({ done: z.literal(false), progress: counts });
const lastLine = z.object({ done: z.literal(true), report: counts });

export const importAll: Command = {
  name: 'import',
  words: '<file>',
  summary: 'takes what export wrote; what is there already is left alone',
  details:
    'A file of - is the standard input. One that was cut off is an error; what came before stays, and a second time goes on.',
  options: {},
  counts: [1, 1],
  async run(context) {
    const { words, connect, output } = context;
    const source = await openSource(words[0] ?? '', context);
    const api = await connect();
    const report = await send(api, watch(source, output.progress('importing')), context.signal);
    output.answer(report, (value, paper) =>
      Object.keys(value).length === 0 ? 'There was nothing in it.' : renderReport(value, paper),
    );
    if (!api.isServer && report['memory']?.added) {
      output.note(
        'Vectors that are missing are made by the server when it runs, or by `pnpm memory reembed`.',
      );
    }
  },
};

type Source = { stream: Readable; size: number };

async function openSource(name: string, { streams, folder }: Context): Promise<Source> {
  if (name === '-') return { stream: Readable.from(streams.input), size: 0 };
  const file = resolve(folder, name);
  const found = await stat(file);
  if (found.isDirectory()) throw toolError('file', `${file} is a folder`);
  return { stream: createReadStream(file), size: found.size };
}

/** Hands the bytes on, and shows how many they were. */
function watch({ stream, size }: Source, bar: ProgressBar): Readable {
  let sent = 0;
  async function* pass(): AsyncGenerator<Buffer> {
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
  return Readable.from(pass());
}

async function send(api: MemoryApi, lines: Readable, signal: AbortSignal): Promise<Counts> {
  let taken: Counts = {};
  try {
    for await (const line of askLines(api, ['POST', '/api/memory/import'], { lines, signal })) {
      const last = lastLine.safeParse(line);
      if (last.success) return last.data.report;
      taken = progressLine.parse(line).progress;
    }
    throw toolError('broken_answer', 'the answer broke off');
  } catch (error) {
    const { code, message } = signal.aborted ? toolError('interrupted', 'stopped') : toToolError(error);
    const added = Object.values(taken).reduce((sum, kind) => sum + kind.added, 0);
    throw new ToolError(code, `${message} (${added} rows were added before)`, { cause: error });
  } finally {
    lines.destroy();
  }
}

const renderReport = (report: Counts, paper: Paper): string =>
  renderTable(
    [
      { title: 'rows of', value: ([kind]) => kind },
      { title: 'added', value: ([, { added }]) => String(added), align: 'right' },
      { title: 'known already', value: ([, { known }]) => String(known), align: 'right' },
    ],
    Object.entries(report),
    paper,
  );
