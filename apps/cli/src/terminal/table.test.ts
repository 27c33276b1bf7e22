import fc from 'fast-check';
import { expect, test } from 'vitest';
import stringWidth from 'string-width';
import { createStyle } from './style.ts';
import { renderTable } from './table.ts';

const pipe = createStyle({}, 'on a terminal');

test('columns are aligned by displayed width, in every script', () => {
  const rows = [
    { name: 'plain', count: 1, text: 'one' },
    { name: '日本語', count: 22, text: 'two' },
    { name: 'น้ำเงิน', count: 333, text: 'three' },
  ];
  expect(renderTable(rows, pipe)).toBe(
    ['name    count  text', 'plain       1  one', '日本語     22  two', 'น้ำเงิน     333  three'].join('\n'),
  );
});

test('stored text cannot control the terminal, add lines, or change the direction of the text', () => {
  const text = 'a\u001b[2Jb\r\nc\u202ed\u0007\u009b31m';
  const [, line] = renderTable([{ name: 'x', count: 1, text }], pipe).split('\n');
  expect(line).toBe('x         1  a[2Jb cd31m');
});

test('a narrow terminal first loses the columns before the last, then the end of the text', () => {
  const rows = [{ name: 'name-of-it', count: 1, text: 'a text that is much too long for so few columns' }];
  expect(renderTable(rows, terminal(38)).split('\n')).toEqual([
    'name        text',
    'name-of-it  a text that is much too l…',
  ]);
});

test('no line is wider than the terminal, whatever is stored', () => {
  const row = fc.record({
    name: fc.stringMatching(/^[a-z]{0,8}$/),
    count: fc.nat(99),
    text: fc.string({ unit: 'grapheme', maxLength: 80 }),
  });
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 24, max: 120 }),
      (rows, width) => {
        const lines = renderTable(rows, terminal(width)).split('\n');
        expect(lines).toHaveLength(rows.length + 1);
        for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(width);
      },
    ),
  );
});

const terminal = (width: number) => createStyle({ isTTY: true, columns: width }, 'never');
