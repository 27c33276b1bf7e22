import { expect, it } from 'vitest';
import { laidOverHash } from './model-over-words.ts';
import { hashedVector } from './offline-embedder.ts';

it('is the vector of the words where the model has no say', () => {
  expect(laidOverHash(hashedVector('the port of staging'), { values: random(1), weight: 0 })).toEqual(
    hashedVector('the port of staging'),
  );
});

it('keeps the model’s cosines where only the model counts', () => {
  const [one, other] = [random(1), random(2).map((value, index) => value + (random(1)[index] ?? 0))];
  const expected = cosine(one, other) / Math.hypot(...one) / Math.hypot(...other);
  const laid = [one, other].map((values) => laidOverHash(hashedVector('words'), { values, weight: 1 }));
  expect(cosine(laid[0] ?? [], laid[1] ?? [])).toBeCloseTo(expected, 6);
});

it('is about the weighted mean of both cosines in between', () => {
  // the same words with another meaning
  const laid = [random(1), random(2)].map((values) =>
    laidOverHash(hashedVector('the port of staging'), { values, weight: 0.8 }),
  );
  expect(Math.hypot(...(laid[0] ?? []))).toBeCloseTo(1, 6);
  const ofModel = cosine(random(1), random(2)) / Math.hypot(...random(1)) / Math.hypot(...random(2));
  expect(Math.abs(cosine(laid[0] ?? [], laid[1] ?? []) - (0.8 * ofModel + 0.2))).toBeLessThan(0.15);
});

it('spreads the meaning over all dimensions, whatever its shape', () => {
  const even = laidOverHash(hashedVector('words'), {
    values: Array.from({ length: 384 }, () => 1),
    weight: 1,
  });
  expect(Math.max(...even.map(Math.abs))).toBeLessThan(0.25);
});

function cosine(one: number[], other: number[]): number {
  return one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
}

function random(seed: number) {
  return Array.from(
    { length: 384 },
    (_, index) => Math.sin((index + 1) * (seed + 1) * 12.9898) * Math.cos(index * seed),
  );
}
