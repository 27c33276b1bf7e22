import { expect, it } from 'vitest';
import { costOf } from './prices.ts';

const million = { inputTokens: 1e6, outputTokens: 0, cachedTokens: 0 };

it.each([
  ['gpt-5-mini-2025-08-07', 0.25],
  ['openai/gpt-5-mini', 0.25],
  ['text-embedding-3-small', 0.02],
  ['text-embedding-3-small-1536', 0.02],
  ['text-embedding-3-large-256', 0.13],
  ['my-own-model', null],
])('a million tokens of %s cost %s dollars', (model, cost) => {
  expect(costOf(model, million)).toBe(cost);
});

it("the host's own price comes first", () => {
  const own = { 'text-embedding-3-small-1536': { input: 1, cached: 1, output: 0 } };
  expect(costOf('text-embedding-3-small-1536', million, own)).toBe(1);
});
