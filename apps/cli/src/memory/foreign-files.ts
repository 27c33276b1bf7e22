import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { cliError } from '../cli-error.ts';

/** A file to import, and its name there. */
export type ForeignFile = { path: string; file: string };

const read = /\.(?:md|markdown|json|jsonl|ndjson|af|txt)$/i;
const mostFiles = 5_000;
const deepest = 10;

/**
 * The files of a folder that memories can be in, sorted. Follows no link, so that nothing outside of the folder is read, and leaves out
 * hidden files and packages. Throws `file` for a folder without any, or with too many.
 */
export async function filesIn(folder: string): Promise<ForeignFile[]> {
  const found: ForeignFile[] = [];
  async function search(at: string, depth: number): Promise<void> {
    for (const entry of await readdir(at, { withFileTypes: true })) {
      const file = join(at, entry.name);
      const isHidden = entry.name.startsWith('.') && !['.claude', '.openclaw'].includes(entry.name);
      if (isHidden || entry.name === 'node_modules') continue;
      if (entry.isDirectory() && depth < deepest) await search(file, depth + 1);
      else if (entry.isFile() && read.test(entry.name))
        found.push({ path: relative(folder, file).split(sep).join('/'), file });
      if (found.length > mostFiles) throw cliError('file', `${folder} has more than ${mostFiles} files`);
    }
  }
  await search(resolve(folder), 0);
  if (found.length === 0) throw cliError('file', `there is no file with memories in ${folder}`);
  // by code units, as everywhere, so that two runs agree
  return found.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** Characters of one line. */
const partLength = 256 * 1_024;

/** The lines that send files. A file is read as it is sent. */
export async function* linesOf(files: ForeignFile[]): AsyncGenerator<Uint8Array> {
  for (const { path, file } of files) {
    let isEmpty = true;
    for await (const text of createReadStream(file, { encoding: 'utf8', highWaterMark: partLength })) {
      isEmpty = false;
      yield lineOf({ path, text: String(text) });
    }
    if (isEmpty) yield lineOf({ path, text: '' });
  }
  yield lineOf({ done: true });
}

/** The same of what has been read already. */
export async function* linesOfText(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += partLength)
      yield lineOf({ path, text: decoder.decode(chunk.subarray(at, at + partLength), { stream: true }) });
  }
  yield lineOf({ path, text: decoder.decode() });
  yield lineOf({ done: true });
}

const lineOf = (value: object): Uint8Array => Buffer.from(`${JSON.stringify(value)}\n`);
