import { expect, test } from 'vitest';
import { createConfirmations } from './confirmations.ts';

test('a value confirms once, the same thing, within ten minutes', () => {
  let now = 0;
  const confirmations = createConfirmations(() => now);
  const value = confirmations.give({ ids: [1] });
  expect(confirmations.take('0123456789', { ids: [1] })).toBe(false);
  expect(confirmations.take(value, { ids: [1] })).toBe(true);
  expect(confirmations.take(value, { ids: [1] })).toBe(false);
  expect(confirmations.take(confirmations.give({ ids: [1] }), { ids: [1, 2] })).toBe(false);
  const old = confirmations.give({ ids: [1] });
  now = 10 * 60_000 + 1;
  expect(confirmations.take(old, { ids: [1] })).toBe(false);
});
