import { expect, it } from 'vitest';
import { growth, repeating } from './growth.ts';

it('distinguishes work that grows with the text from work that grows with its square', async () => {
  const linear = (text: string) => text.replaceAll('b', '').length;
  const quadratic = (text: string) => {
    let pairs = 0;
    for (const first of text) for (const second of text) if (first === second) pairs += 1;
    return pairs;
  };
  expect(await growth(linear, repeating('ab'))).toBeLessThan(1.5);
  expect(await growth(quadratic, repeating('ab'), 300)).toBeGreaterThan(1.5);
});
