import type { Readable } from 'node:stream';
import { z } from 'zod';
import { HttpError } from '../errors.ts';

/** Bytes of one line: the longest message that a store holds, with room for what JSON escapes. */
const longestLine = 4_000_000;

const newline = 0x0a;

const lastLine = z.object({ done: z.literal(true), rows: z.int().optional() });

/**
 * Yields the values of an export in lines of JSON, one at a time, and holds no more than a line and a chunk. The last line
 * `{ "done": true, "rows": … }` ends the export and is not yielded. Throws `malformed_json` and `too_large`, which name the line. When that
 * last line or rows are missing, it throws after it has yielded everything. `kept`: what became of what came before.
 */
export async function* readLines(body: Readable, kept = 'the rows before were imported'): AsyncGenerator {
  let number = 0;
  let ended = false;
  try {
    for await (const line of splitLines(body)) {
      number += 1;
      if (ended) throw malformed(number, 'nothing may follow the line that says "done"');
      const value = parse(line, number);
      const end = lastLine.safeParse(value).data;
      if (!end) {
        yield value;
        continue;
      }
      ended = true;
      // without the header and this line
      const rows = number - 2;
      if (end.rows !== undefined && end.rows !== rows) {
        throw malformed(
          number,
          `the export had ${end.rows} rows, but here ${rows === 1 ? 'is 1' : `are ${rows}`}; these were imported`,
        );
      }
    }
    if (!ended && number > 0) {
      throw malformed(
        number + 1,
        `missing. The export is incomplete, because its last line must say "done"; ${kept}`,
      );
    }
  } finally {
    // read and drop the rest, so that a client that is still sending can receive the answer
    body.resume();
  }
}

async function* splitLines(body: Readable): AsyncGenerator<Buffer> {
  let number = 1;
  let rest: Buffer = Buffer.alloc(0);
  // do not destroy an abandoned body: that would also destroy its connection, and with it the answer
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(newline); end >= 0; end = rest.indexOf(newline)) {
      yield refuseLonger(rest.subarray(0, end), number);
      rest = rest.subarray(end + 1);
      number += 1;
    }
    refuseLonger(rest, number);
  }
  if (rest.length > 0) yield rest;
}

function refuseLonger(line: Buffer, number: number): Buffer {
  if (line.length <= longestLine) return line;
  throw new HttpError('too_large', `line ${number} is longer than ${longestLine} bytes`);
}

function parse(line: Buffer, number: number): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line));
  } catch (cause) {
    throw malformed(number, cause instanceof Error ? cause.message : String(cause), cause);
  }
}

const malformed = (number: number, why: string, cause?: unknown): HttpError =>
  new HttpError('malformed_json', `line ${number}: ${why}`, { cause });
