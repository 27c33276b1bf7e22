import { expect, test } from 'vitest';
import { counted } from './counted.ts';

test.each([
  [1, 'background job', '1 background job'],
  [0, 'background job', '0 background jobs'],
  [2, 'memory', '2 memories'],
])('%i of the noun "%s" is "%s"', (count, noun, text) => {
  expect(counted(count, noun)).toBe(text);
});
