import { expect, test } from 'vitest';
import { cutToWidth, displayWidth, follow } from './display-width.ts';

test.each([
  ['', 3, { rows: 0, column: 3 }],
  ['abc', 0, { rows: 0, column: 3 }],
  ['abcdefghij', 0, { rows: 0, column: 10 }],
  ['abcdefghijk', 0, { rows: 1, column: 1 }],
  ['abc', 8, { rows: 1, column: 1 }],
  ['x', 10, { rows: 1, column: 1 }],
  ['ab\ncd', 5, { rows: 1, column: 2 }],
  ['ab\n', 5, { rows: 1, column: 0 }],
  ['\t', 0, { rows: 0, column: 8 }],
  ['\t\t', 0, { rows: 0, column: 9 }],
  ['日本語', 0, { rows: 0, column: 6 }],
  ['日本語日本', 1, { rows: 1, column: 2 }],
  ['한국어', 0, { rows: 0, column: 6 }],
  ['cafe\u0301', 0, { rows: 0, column: 4 }],
  ['👍🏽', 0, { rows: 0, column: 2 }],
  ['❤️', 0, { rows: 0, column: 2 }],
  ['น้ำ', 0, { rows: 0, column: 2 }],
  ['\u1112\u1161\u11ab', 0, { rows: 0, column: 2 }],
  ['👨‍👩‍👧', 0, { rows: 0, column: 2 }],
  ['\u0301\u200b', 4, { rows: 0, column: 4 }],
])('%j from column %i ends at %j, ten columns wide', (text, from, cursor) => {
  expect(follow(text, from, 10)).toEqual(cursor);
});

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['日本語', 6, '日本語'],
  ['日本語', 5, '日本…'],
  ['日本語', 4, '日…'],
  ['น้ำเงิน', 3, 'น้ำ…'],
  ['abc', 1, '…'],
  ['abc', 0, ''],
])('%j is cut to %i columns as %j', (text, columns, expected) => {
  const cut = cutToWidth(text, columns);
  expect(cut).toBe(expected);
  expect(displayWidth(cut)).toBeLessThanOrEqual(columns);
});
