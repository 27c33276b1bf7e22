import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Hash } from 'node:crypto';
import { AnswersError } from './answers-error.ts';

/** Bytes of the file. */
export type Place = { start: number; end: number };

const codes = (characters: string): number[] => Array.from(characters, (one) => one.charCodeAt(0));
const [quote, backslash, opening, closing, openingList, closingList] = codes('"\\{}[]');
/** What may stand between the objects of a list: white space, commas, brackets, and a byte order mark. */
const between = new Set([...codes(' \t\r\n,[]'), 0xef, 0xbb, 0xbf]);

/**
 * Reads a JSON list object by object (a single object is a list of one), because a file may be larger than a string can be. `hash` gets
 * every byte. Throws `broken_json`.
 */
export async function* readElements(
  path: string,
  hash: Hash,
): AsyncGenerator<Place & { value: object; number: number }> {
  let depth = 0;
  let listDepth = 0;
  let isList = false;
  let isInString = false;
  let isEscaped = false;
  let position = 0;
  let number = 0;
  let start = -1;
  let parts: Buffer[] = [];
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    if (!Buffer.isBuffer(chunk)) continue;
    hash.update(chunk);
    for (let index = 0, from = 0; index < chunk.length; index += 1) {
      const byte = chunk[index] ?? 0;
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) isInString = false;
      } else if (byte === opening) {
        if (depth === 0) [start, from] = [position + index, index];
        depth += 1;
      } else if (byte === closing) {
        depth -= 1;
        if (depth < 0) throw broken(path, number, position + index, 'a } without its {');
        if (depth === 0) {
          parts.push(chunk.subarray(from, index + 1));
          number += 1;
          yield {
            ...{ value: parsed(Buffer.concat(parts), path, number, start), number },
            ...{ start, end: position + index + 1 },
          };
          start = -1;
          parts = [];
        }
      } else if (depth === 0) {
        if (!between.has(byte)) throw broken(path, number, position + index, 'neither a list nor an object');
        if (byte === openingList) [isList, listDepth] = [true, listDepth + 1];
        if (byte === closingList) listDepth -= 1;
      } else if (byte === quote) isInString = true;
      if (index === chunk.length - 1 && depth > 0) parts.push(chunk.subarray(from));
    }
    position += chunk.length;
  }
  if (depth !== 0 || listDepth !== 0) throw broken(path, number, position, 'it ends in the middle');
  if (number === 0 && !isList) throw broken(path, number, position, 'it is empty');
}

/** Reads one object again. */
export async function readElement(path: string, { start, end }: Place): Promise<object> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(end - start);
    await file.read(buffer, 0, buffer.length, start);
    return parsed(buffer, path, 0, start);
  } finally {
    await file.close();
  }
}

function parsed(bytes: Buffer, path: string, number: number, start: number): object {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    if (typeof value === 'object' && value !== null) return value;
    throw new Error('no object');
  } catch (error) {
    throw broken(path, number, start, error instanceof Error ? error.message : String(error));
  }
}

const broken = (path: string, number: number, position: number, why: string): AnswersError =>
  new AnswersError(
    'broken_json',
    `${path} is no JSON list of objects (object ${number}, byte ${position}): ${why}`,
  );
