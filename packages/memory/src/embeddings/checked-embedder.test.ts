import { expect, it, vi } from 'vitest';
import { createCheckedEmbedder } from './checked-embedder.ts';
import { EmbedderBusy } from './embedder-busy.ts';

it('passes on a correct answer', async () => {
  const answer = {
    vectors: [
      [1, 0],
      [0, 1],
    ],
    tokens: 3,
  };
  expect(await answering(answer).embed(['a', 'b'])).toEqual(answer);
});

it.each<[string, unknown]>([
  ['without a list of vectors', {}],
  ['with 0 vectors for 1 texts', { vectors: [], tokens: 0 }],
  ['with 2 vectors for 1 texts', { vectors: [[], []], tokens: 0 }],
  ['without a list of numbers for text 1', { vectors: [null], tokens: 0 }],
  ['in 3 dimensions instead of 2', { vectors: [[1, 0, 0]], tokens: 0 }],
  ['with NaN in the vector of text 1', { vectors: [[1, 'NaN']], tokens: 0 }],
  ['with 1e+30 in the vector of text 1', { vectors: [[1, 1e30]], tokens: 0 }],
  ['with 1000000000000 tokens', { vectors: [[1, 0]], tokens: 1e12 }],
  ['with null in the vector of text 1', { vectors: [[1, null]], tokens: 0 }],
  ['with undefined tokens', { vectors: [[1, 0]] }],
  ['with 0 thresholds for 1 texts', { vectors: [[1, 0]], tokens: 0, thresholds: [] }],
])('fails when the embedder answers %s', async (problem, answer) => {
  await expect(answering(answer).embed(['a'])).rejects.toMatchObject({
    code: 'embedding_failed',
    message: `test answered ${problem}`,
  });
});

it('rounds parts of tokens', async () => {
  expect(await answering({ vectors: [[1, 0]], tokens: 1.5 }).embed(['a'])).toMatchObject({ tokens: 2 });
});

it('waits a quarter of an hour at most, and no longer than its caller', async () => {
  const silent = createCheckedEmbedder({
    id: 'silent',
    dimensions: 2,
    maxBatch: 8,
    thresholds: { retrieval: 0.3, noiseFloor: 0.2 },
    embed: () => new Promise(() => {}),
  });
  const caller = AbortSignal.abort(new Error('enough'));
  await expect(silent.embed(['a'], { signal: caller })).rejects.toThrow('enough');
  const limit = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation(() => AbortSignal.abort(new DOMException('over', 'TimeoutError')));
  await expect(silent.embed(['a'])).rejects.toMatchObject({ code: 'embedding_failed', isRetryable: true });
  expect(limit).toHaveBeenCalledWith(900_000);
  limit.mockRestore();
});

it('asks for large batches again when an embedder is no longer busy', async () => {
  const sizes: number[] = [];
  let isSlow = true;
  const embedder = createCheckedEmbedder({
    id: 'busy',
    dimensions: 2,
    maxBatch: 128,
    thresholds: { retrieval: 0.3, noiseFloor: 0.2 },
    async embed(texts) {
      sizes.push(texts.length);
      if (isSlow && texts.length > 10) throw new EmbedderBusy('did not answer');
      return { vectors: texts.map(() => [1, 0]), tokens: 0 };
    },
  });
  const texts = Array.from({ length: 128 }, (_, index) => `Service ${index}`);
  const ask = () => embedder.embed(texts, { onRefused: () => expect.unreachable() });
  expect((await ask()).vectors).toHaveLength(128);
  expect(embedder.maxBatch).toBeLessThanOrEqual(10);
  isSlow = false;
  for (let round = 0; round < 60; round += 1) await ask();
  expect(sizes.at(-1)).toBe(128);
});

function answering(answer: unknown) {
  return createCheckedEmbedder({
    id: 'test',
    dimensions: 2,
    maxBatch: 8,
    thresholds: { retrieval: 0.3, noiseFloor: 0.2 },
    // what a wrong embedder answers
    embed: () => Promise.resolve(JSON.parse(JSON.stringify(answer), revive)),
  });
}

function revive(_key: string, value: unknown) {
  return value === 'NaN' ? Number.NaN : value;
}
