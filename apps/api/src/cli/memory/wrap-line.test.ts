import { expect, test } from 'vitest';
import { wrapLine } from './wrap-line.ts';

test('a text is broken at spaces and indented', () => {
  expect(wrapLine('one two three four', 10, 2)).toBe('one two\n  three\n  four');
  expect(wrapLine('日本 日本 日本', 11, 2)).toBe('日本 日本\n  日本');
});

test('without a width, or for a word that is too long, nothing is broken', () => {
  expect(wrapLine('one two', Number.POSITIVE_INFINITY, 2)).toBe('one two');
  expect(wrapLine('unbreakable', 5, 2)).toBe('unbreakable');
});
