import { expect, it } from 'vitest';
import type { MeaningModel } from '../ports.ts';
import { createModelOverWords, laidOverHash } from './model-over-words.ts';
import { createOfflineEmbedder, hashedVector } from './offline-embedder.ts';

it('lays each meaning over the words of its text', async () => {
  const embedder = failing(async (texts) => texts.map((_, index) => ({ values: [1, 2], weight: index })));
  const { vectors, thresholds } = await embedder.embed(['first', 'second']);
  expect(vectors[0]).toEqual(hashedVector('first'));
  expect(vectors[1]).not.toEqual(hashedVector('second'));
  expect(thresholds?.[0]).toEqual(createOfflineEmbedder().thresholds);
});

it('takes less of a question from its words, with the thresholds of its text', async () => {
  const weights = [0, 0.3, 0.8];
  const embedder = failing(async (texts) =>
    texts.map((text) => ({ values: [1, 2], weight: weights[Number(text)] ?? 0 })),
  );
  const asked = await embedder.embed(['0', '1', '2'], { kind: 'query' });
  const stated = await embedder.embed(['0', '1', '2'], { kind: 'passage' });
  const asQuestion = (text: string) => hashedVector(text, 'query');
  expect(asked.vectors).toEqual([
    asQuestion('0'),
    laidOverHash(asQuestion('1'), { values: [1, 2], weight: 0.3 }),
    laidOverHash(asQuestion('2'), { values: [1, 2], weight: 0.95 }),
  ]);
  expect(asked.thresholds).toEqual(stated.thresholds);
});

it('expects more of a similarity that is mostly that of the words, and a higher one of unrelated texts from the model', async () => {
  const weights = [0.3, 0.55, 0.8, 1];
  const embedder = failing(async (texts) =>
    texts.map((_, index) => ({ values: [1, 2], weight: weights[index] ?? 0 })),
  );
  const { thresholds = [] } = await embedder.embed(weights.map(String));
  const [least, between, most, beyond] = thresholds;
  expect(least).toEqual(embedder.thresholds);
  expect(beyond).toEqual(most);
  for (const name of ['retrieval', 'noiseFloor'] as const) {
    expect(between?.[name]).toBeCloseTo(((least?.[name] ?? 0) + (most?.[name] ?? 0)) / 2);
  }
  expect(most?.retrieval).toBeLessThan(least?.retrieval ?? 0);
  expect(most?.noiseFloor).toBeGreaterThan(least?.noiseFloor ?? 1);
});

it('fails like an embedder, or with the reason of its signal', async () => {
  const away = failing(async () => {
    throw new Error('a package is missing');
  });
  await expect(away.embed(['text'])).rejects.toMatchObject({
    code: 'embedding_failed',
    message: 'the local model failed: a package is missing',
  });
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(away.embed(['text'], { signal })).rejects.toThrow('enough');
});

function failing(embed: MeaningModel['embed']) {
  return createModelOverWords({ id: 'm', embed });
}
