import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { Piece } from './piece.ts';
import { createPlainOutput } from './plain-output.ts';

test('a reply is written whole, whatever else comes in between', () => {
  expect(
    write([
      { kind: 'text', text: 'one ' },
      { kind: 'note', text: 'connected again' },
      { kind: 'text', text: 'two' },
      { kind: 'end' },
      { kind: 'end' },
    ]),
  ).toEqual({ output: 'one two\n', errors: 'connected again\n' });
});

test('a reply that was cut off is not written', () => {
  expect(
    write([
      { kind: 'text', text: 'half' },
      { kind: 'discard' },
      { kind: 'text', text: 'whole\n' },
      { kind: 'end' },
    ]).output,
  ).toBe('whole\n');
});

test('messages of others, errors and thinking are written apart from replies', () => {
  expect(
    write([
      { kind: 'user', text: 'hello' },
      { kind: 'thinking', text: 'hm' },
      { kind: 'thinking', text: 'm' },
      { kind: 'error', text: 'broken' },
    ]),
  ).toEqual({ output: '', errors: '> hello\nhmm\nerror: broken\n' });
});

/** Shows pieces one by one, and returns what they write. */
function write(pieces: Piece[]): { output: string; errors: string } {
  const output = new PassThrough().setEncoding('utf8');
  const errors = new PassThrough().setEncoding('utf8');
  const show = createPlainOutput({ output, errors });
  for (const piece of pieces) show([piece]);
  return { output: String(output.read() ?? ''), errors: String(errors.read() ?? '') };
}
