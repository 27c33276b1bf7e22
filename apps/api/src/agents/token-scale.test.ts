import { expect, test } from 'vitest';
import { createTokenScale } from './token-scale.ts';

test('is 1 until a model has reported, then follows its reports', () => {
  const scale = createTokenScale(160_000);
  expect(scale.value).toBe(1);
  scale.note('claude', 10_000, 12_500);
  expect(scale.value).toBe(1.25);
  for (let count = 0; count < 20; count += 1) scale.note('claude', 10_000, 11_000);
  expect(scale.value).toBeCloseTo(1.1, 2);
});

test('is the scale of the model that answered last', () => {
  const scale = createTokenScale(160_000);
  scale.note('claude', 10_000, 12_500);
  scale.note('gpt', 10_000, 10_000);
  expect(scale.value).toBe(1);
});

test('learns nothing from small prompts, missing reports or absurd ones', () => {
  const scale = createTokenScale(160_000);
  scale.note('a', 100, 300);
  scale.note('a', 10_000, 0);
  expect(scale.value).toBe(1);
  scale.note('a', 10_000, 1_000_000);
  expect(scale.value).toBe(3);
});

test('keeps compaction below a prompt that was too long', () => {
  const scale = createTokenScale(160_000);
  scale.noteTooLong(100_000);
  expect(160_000 / scale.value).toBe(75_000);
  scale.note('a', 70_000, 70_000);
  expect(160_000 / scale.value).toBe(75_000);
  scale.noteTooLong(20_000);
  expect(160_000 / scale.value).toBe(15_000);
});
