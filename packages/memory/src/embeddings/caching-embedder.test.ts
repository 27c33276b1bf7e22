import { expect, test } from 'vitest';
import { MemoryError } from '../errors.ts';
import type { EmbeddingModel } from '../ports.ts';
import { createCachingEmbedder } from './caching-embedder.ts';
import { createOfflineEmbedder } from './offline-embedder.ts';

test('a repeated text makes no request and costs nothing', async () => {
  const { embedder, calls } = createCountingEmbedder();
  const caching = createCachingEmbedder(embedder);
  const first = await caching.embed(['which port?']);
  const second = await caching.embed(['  which\nport? ']);
  expect(calls).toHaveLength(1);
  expect(second).toEqual({ vectors: first.vectors, tokens: 0 });
});

test('only the new texts of a batch are requested, each once, and the order is kept', async () => {
  const { embedder, calls } = createCountingEmbedder();
  const caching = createCachingEmbedder(embedder);
  await caching.embed(['b']);
  const { vectors, tokens } = await caching.embed(['a', 'b', 'c', 'a']);
  expect(calls).toEqual([['b'], ['a', 'c']]);
  expect(tokens).toBe(2);
  expect(vectors).toEqual((await createOfflineEmbedder().embed(['a', 'b', 'c', 'a'])).vectors);
});

test('the vector used longest ago is dropped first', async () => {
  const { embedder, calls } = createCountingEmbedder();
  const caching = createCachingEmbedder(embedder, { entries: 2 });
  for (const text of ['a', 'b', 'a', 'c', 'a', 'b']) await caching.embed([text]);
  expect(calls).toEqual([['a'], ['b'], ['c'], ['b']]);
});

test('a failure is passed on and not cached', async () => {
  const { embedder, failWith, calls } = createCountingEmbedder();
  const caching = createCachingEmbedder(embedder);
  failWith(new MemoryError('embedding_failed', 'away'));
  await expect(caching.embed(['a'])).rejects.toThrow('away');
  failWith(null);
  await caching.embed(['a']);
  expect(calls).toHaveLength(2);
});

test('a batch larger than the cache is still returned whole', async () => {
  const { embedder } = createCountingEmbedder();
  const { vectors } = await createCachingEmbedder(embedder, { entries: 1 }).embed(['a', 'b', 'c']);
  expect(vectors).toEqual((await createOfflineEmbedder().embed(['a', 'b', 'c'])).vectors);
});

test('a missing vector is an error, not an empty vector', async () => {
  const { embedder } = createCountingEmbedder();
  const caching = createCachingEmbedder({ ...embedder, embed: async () => ({ vectors: [], tokens: 0 }) });
  await expect(caching.embed(['a'])).rejects.toMatchObject({ code: 'embedding_failed' });
});

test('thresholds can be replaced', () => {
  const thresholds = { retrieval: 0.5, noiseFloor: 0.1 };
  expect(createCachingEmbedder(createOfflineEmbedder(), { thresholds }).thresholds).toEqual(thresholds);
  expect(createCachingEmbedder(createOfflineEmbedder()).thresholds).toEqual(
    createOfflineEmbedder().thresholds,
  );
});

test('thresholds of single texts are cached with their vectors, unless they are replaced', async () => {
  const [low, high] = [0.2, 0.6].map((retrieval) => ({ retrieval, noiseFloor: 0.1 }));
  const byText: EmbeddingModel = {
    ...createOfflineEmbedder(),
    embed: async (texts) => ({
      vectors: texts.map(() => [1]),
      tokens: 0,
      thresholds: texts.flatMap((text) => (text === 'low' ? (low ?? []) : (high ?? []))),
    }),
  };
  const caching = createCachingEmbedder(byText);
  await caching.embed(['high']);
  expect((await caching.embed(['low', 'high'])).thresholds).toEqual([low, high]);
  const replaced = createCachingEmbedder(byText, { thresholds: { retrieval: 0.5, noiseFloor: 0.1 } });
  expect((await replaced.embed(['low'])).thresholds).toBeUndefined();
});

test('vectors of questions and of statements are cached separately', async () => {
  const { embedder, calls } = createCountingEmbedder();
  const caching = createCachingEmbedder(embedder);
  await caching.embed(['a'], { kind: 'query' });
  await caching.embed(['a']);
  await caching.embed(['a'], { kind: 'passage' });
  expect(calls).toEqual([['a'], ['a']]);
});

test('a text that another call is embedding makes no request', async () => {
  const { embedder, calls } = createCountingEmbedder();
  const caching = createCachingEmbedder(embedder);
  const [first, second] = await Promise.all([caching.embed(['a']), caching.embed(['b', 'a'])]);
  expect(calls).toEqual([['a'], ['b']]);
  expect(second?.vectors[1]).toEqual(first?.vectors[0]);
});

test('a text whose other call fails is requested again', async () => {
  const { embedder, calls } = createCountingEmbedder();
  let isFirst = true;
  const caching = createCachingEmbedder({
    ...embedder,
    async embed(texts, options) {
      if (!isFirst) return embedder.embed(texts, options);
      isFirst = false;
      throw new MemoryError('embedding_failed', 'the first call failed');
    },
  });
  const first = caching.embed(['a']);
  const second = caching.embed(['a']);
  await expect(first).rejects.toThrow('the first call failed');
  expect((await second).vectors).toHaveLength(1);
  expect(calls).toEqual([['a']]);
});

/** An embedder that records its calls and charges one token per text. */
function createCountingEmbedder() {
  const offline = createOfflineEmbedder();
  const calls: string[][] = [];
  let failure: Error | null = null;
  const embedder: EmbeddingModel = {
    ...offline,
    async embed(texts) {
      calls.push(texts);
      if (failure) throw failure;
      return { vectors: (await offline.embed(texts)).vectors, tokens: texts.length };
    },
  };
  return {
    embedder,
    calls,
    failWith: (error: Error | null) => {
      failure = error;
    },
  };
}
