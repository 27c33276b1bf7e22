import { expect, test } from 'vitest';
import { embedInBatches } from './embed-in-batches.ts';
import { createOfflineEmbedder } from './offline-embedder.ts';

test('splits by the embedder’s maximum and keeps the order', async () => {
  const offline = createOfflineEmbedder();
  const sizes: number[] = [];
  const texts = Array.from({ length: 7 }, (_, index) => `text ${index}`);
  const result = await embedInBatches(
    {
      ...offline,
      maxBatch: 3,
      embed: async (batch) => {
        sizes.push(batch.length);
        return { ...(await offline.embed(batch)), tokens: batch.length };
      },
    },
    texts,
  );
  expect(sizes).toEqual([3, 3, 1]);
  expect(result).toEqual({ vectors: (await offline.embed(texts)).vectors, tokens: 7 });
});

test('makes no request without texts', async () => {
  const embedder = { ...createOfflineEmbedder(), embed: () => Promise.reject(new Error('asked')) };
  expect(await embedInBatches(embedder, [])).toEqual({ vectors: [], tokens: 0 });
});
