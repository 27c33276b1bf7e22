import type { FileHandle } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { ToolError } from './tool-error.ts';

/** Bytes that one call reads at most: some 65,000 tokens, more than any reply needs at once. */
const maximumRead = 256 * 1024;
const chunkSize = 64 * 1024;
const newline = 0x0a;

export type Lines = {
  text: string;
  /** Numbers of the first and last line in `text`, from 1; `last` is below `first` when there are none. */
  first: number;
  last: number;
  /** There are lines after `last`, or the rest of it. */
  more: boolean;
  /** The last line is longer than one call reads, and was cut. */
  cut: boolean;
};

/**
 * Reads lines of an open file, at most `count` and at most `maximumRead` bytes, without holding more than that.
 * Whole lines are kept as they are, with their ends. Bytes that are no UTF-8 become U+FFFD. Throws `ToolError` for binary.
 */
export async function readLines(file: FileHandle, from: number, count: number): Promise<Lines> {
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let line = 1;
  let more = false;
  let cut = false;

  scan: for await (const chunk of chunksOf(file)) {
    let start = 0;
    while (start < chunk.length) {
      if (line >= from + count) {
        more = true;
        break scan;
      }
      const end = chunk.indexOf(newline, start);
      const stop = end === -1 ? chunk.length : end + 1;
      if (line >= from) {
        if (keptBytes + stop - start > maximumRead) {
          cut = dropUnfinishedLine(kept, chunk.subarray(start, start + maximumRead - keptBytes));
          more = true;
          break scan;
        }
        kept.push(chunk.subarray(start, stop));
        keptBytes += stop - start;
      }
      if (end !== -1) line += 1;
      start = stop;
    }
  }
  const text = decode(kept, cut);
  const ends = text.split('\n').length - (text.endsWith('\n') || text === '' ? 1 : 0);
  return { text, first: from, last: from + ends - 1, more, cut };
}

/**
 * The next piece does not fit: what was kept of its line goes again, so that the next call starts with it whole. When it
 * is the only line, its beginning is shown instead. Returns whether it was.
 */
function dropUnfinishedLine(kept: Buffer[], fitting: Buffer): boolean {
  const whole = kept.findLastIndex((piece) => piece.at(-1) === newline);
  if (whole === -1) {
    kept.push(fitting);
    return true;
  }
  kept.splice(whole + 1);
  return false;
}

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

/** The whole text of an open file, exactly. Throws `ToolError` when it is larger than `maximum` bytes or no UTF-8 text. */
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
    throw new ToolError('the file is not UTF-8 text', { cause: error });
  }
}

/** Text holds no zero byte near its beginning (the rule of git and grep). */
function refuseBinary(chunk: Buffer): void {
  if (chunk.subarray(0, 8_000).includes(0)) throw new ToolError('the file is binary, not text');
}

/** A character that the cut went through is left out. */
function decode(pieces: Buffer[], cut: boolean): string {
  const decoder = new StringDecoder('utf8');
  return decoder.write(Buffer.concat(pieces)) + (cut ? '' : decoder.end());
}
