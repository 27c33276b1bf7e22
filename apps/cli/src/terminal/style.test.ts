import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { createStyle } from './style.ts';

const terminal = { isTTY: true, columns: 80 };

test.each([
  ['a terminal', terminal, {}, true],
  ['a pipe', {}, {}, false],
  ['NO_COLOR', terminal, { NO_COLOR: '1' }, false],
  ['an empty NO_COLOR, which counts as not set', terminal, { NO_COLOR: '' }, true],
  ['a dumb terminal', terminal, { TERM: 'dumb' }, false],
  ['a pipe with FORCE_COLOR', {}, { FORCE_COLOR: '1' }, true],
  ['a pipe with FORCE_COLOR off', {}, { FORCE_COLOR: '0' }, false],
  ['NO_COLOR before FORCE_COLOR', terminal, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
])('%s: coloured or not', (_name, sheet, variables, isColoured) => {
  const painted = createStyle(sheet, readConfig(variables).colours).paint('red', 'text');
  expect(painted).toBe(isColoured ? '\u001b[31mtext\u001b[39m' : 'text');
});

test('only a terminal has a width', () => {
  expect(createStyle({ isTTY: true, columns: 40 }, 'never').width).toBe(40);
  expect(createStyle({ isTTY: true }, 'never').width).toBe(80);
  expect(createStyle({ columns: 40 }, 'never').width).toBe(Number.POSITIVE_INFINITY);
});
