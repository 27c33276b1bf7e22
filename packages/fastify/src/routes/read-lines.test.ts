import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readLines } from './read-lines.ts';

it('yields the same values however the bytes are cut, even within a character', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue().filter((value) => !JSON.stringify(value).includes('"done"'))),
      fc.boolean(),
      fc.integer({ min: 1, max: 40 }),
      async (values, endsWithNewline, size) => {
        const end = { done: true, rows: values.length };
        const lines = [{ header: true }, ...values, end].map((value) => JSON.stringify(value));
        const bytes = Buffer.from(lines.join('\n') + (endsWithNewline ? '\n' : ''));
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.subarray(index * size, (index + 1) * size),
        );
        expect(await read(chunks)).toEqual([{ header: true }, ...JSON.parse(JSON.stringify(values))]);
      },
    ),
  );
});

it.each([
  ['{"a":1}\n\n{"b":2}', 'line 2'],
  ['{"a":1}\n{"b":', 'line 2'],
  ['{"done":true}\n{"a":1}', 'line 2'],
  [Buffer.from([0x22, 0xff, 0xfe, 0x22]), 'line 1'],
  // cut off: in a line, at its end, behind it, and of rows that went missing in the middle
  ['{"a":1}\n{"b":2}\n{"done":tr', 'line 3'],
  ['{"a":1}\n{"b":2}', 'line 3: missing'],
  ['{"a":1}\n{"b":2}\n', 'line 3: missing'],
  ['{"a":1}\n{"b":2}\n{"done":true,"rows":2}', 'line 3: the export had 2 rows, but here is 1'],
])('names the line that is not well-formed: %j', async (body, line) => {
  await expect(read([Buffer.from(body)])).rejects.toMatchObject({
    code: 'malformed_json',
    message: expect.stringContaining(line),
  });
});

it('treats a body without bytes as empty', async () => {
  expect(await read([])).toEqual([]);
});

async function read(chunks: Iterable<Uint8Array>): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const value of readLines(Readable.from(chunks))) values.push(value);
  return values;
}
