import type { FileHandle } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { ToolError } from './tool-error.ts';

/** The most bytes that one call reads: about 65,000 tokens, more than any reply needs at once. */
const maximumRead = 256 * 1024;
const chunkSize = 64 * 1024;

export class NotTextError extends ToolError {}

export type Lines = {
  text: string;
  /** Number of the last line in `text`, from 1; below the first when there are none. */
  last: number;
  /** There are lines after `last`, or the rest of it. */
  more: boolean;
  /** The last line is longer than one call reads, and was cut. */
  cut: boolean;
};

/**
 * Reads lines of an open file from the line numbered `from`, at most `count` and at most `maximumRead` bytes, without
 * holding more than that. Lines keep their ends. Bytes that are not UTF-8 become U+FFFD. Throws
 * `ToolError` for a binary file.
 */
export async function readLines(file: FileHandle, from: number, count: number): Promise<Lines> {
  const kept: string[] = [];
  let bytes = 0;
  let number = 0;
  for await (const line of linesOf(file)) {
    number += 1;
    if (number < from) continue;
    bytes += Buffer.byteLength(line);
    if (bytes > maximumRead && kept.length === 0) {
      return { text: beginningOf(line), last: number, more: true, cut: true };
    }
    if (bytes > maximumRead || kept.length === count) {
      return { text: kept.join(''), last: number - 1, more: true, cut: false };
    }
    kept.push(line);
  }
  return { text: kept.join(''), last: number, more: false, cut: false };
}

/** Yields each line with its end; of a line that is longer than one call reads, only the beginning. */
async function* linesOf(file: FileHandle): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let unfinished = '';
  for await (const chunk of chunksOf(file)) {
    const lines = (unfinished + decoder.write(chunk)).split(/(?<=\n)/);
    unfinished = (lines.pop() ?? '').slice(0, maximumRead + 1);
    yield* lines;
  }
  const last = unfinished + decoder.end();
  if (last !== '') yield last;
}

/** Decodes without the character that the cut goes through. */
const beginningOf = (line: string): string =>
  new StringDecoder('utf8').write(Buffer.from(line).subarray(0, maximumRead));

async function* chunksOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let first = true; ; first = false) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(chunkSize), 0, chunkSize, null);
    if (bytesRead === 0) return;
    const chunk = buffer.subarray(0, bytesRead);
    if (first) refuseBinary(chunk);
    yield chunk;
    if (bytesRead < chunkSize) return;
  }
}

/** Returns the exact text of an open file. Throws `ToolError` when the file is larger than `maximum` bytes or not UTF-8 text. */
export async function readWhole(file: FileHandle, maximum: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunksOf(file)) {
    bytes += chunk.length;
    if (bytes > maximum) throw new ToolError(`the file is larger than ${maximum} bytes`);
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    throw new NotTextError('the file is not UTF-8 text', { cause: error });
  }
}

/** Throws `NotTextError` for a binary file: one with a zero byte near its beginning, which is the rule of git and grep. */
function refuseBinary(chunk: Buffer): void {
  if (chunk.subarray(0, 8_000).includes(0)) throw new NotTextError('the file is binary, not text');
}
