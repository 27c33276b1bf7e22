import { expect, it } from 'vitest';
import { withoutQuotes } from './without-quotes.ts';

const sources = ['You are CHAPO.', 'My salary is 4,200 euros\nand a secret of mine.'];

it.each([
  ['500 cannot serve "My salary is 4,200 euros and a secret of mine."', '500 cannot serve "[…]"'],
  ['input_value=salary is 4,200 eur… [truncated]', 'input_value=[…]… [truncated]'],
  ['500 upstream is away', '500 upstream is away'],
  ['', ''],
])('removes from %j what is in the request', (text, kept) => {
  expect(withoutQuotes(text, sources)).toBe(kept);
});

it('leaves everything when nothing was sent', () => {
  expect(withoutQuotes('the quota is used up', [])).toBe('the quota is used up');
});
