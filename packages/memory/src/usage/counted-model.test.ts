import { expect, it } from 'vitest';
import { countedModel } from './counted-model.ts';

it.each([
  [3, 3],
  [10.5, 11],
  [-1, 0],
  [Number.NaN, 0],
  [Infinity, 0],
  [1e12, 2 ** 31 - 1],
])('counts %d tokens as %d', async (inputTokens, counted) => {
  const model = countedModel({
    id: 'm',
    contextWindow: 1,
    generate: async () => ({
      content: 'x',
      toolCalls: [],
      model: 'm',
      usage: { inputTokens, outputTokens: 1, cachedTokens: 0 },
    }),
    async *stream() {},
  });
  const { usage } = await model.generate({ messages: [] });
  expect(usage).toEqual({ inputTokens: counted, outputTokens: 1, cachedTokens: 0 });
});
