import { describe, expect, it } from 'vitest';
import type { EmbeddingModel } from '../ports.ts';
import { withStoredThresholds } from './choose-embedder.ts';

/** An embedder as a host may write one: a class with methods that counts in its own field. */
class CountingEmbedder implements EmbeddingModel {
  readonly id = 'counting';
  readonly dimensions = 2;
  readonly maxBatch = 8;
  readonly thresholds = { retrieval: 0.3, noiseFloor: 0.2 };
  #calls = 0;

  embed(texts: string[]) {
    this.#calls += 1;
    return Promise.resolve({ vectors: texts.map(() => [1, 0]), tokens: this.#calls });
  }
}

describe('the thresholds that were measured for a store', () => {
  it('replace the embedder’s own, whatever kind of object it is', async () => {
    const measured = { retrieval: 0.41, noiseFloor: 0.27 };
    const embedder = await withStoredThresholds(storeWith(measured), new CountingEmbedder());
    expect(embedder.thresholds).toEqual(measured);
    expect(await embedder.embed(['a'])).toEqual({ vectors: [[1, 0]], tokens: 1 });
  });

  it('replace only what was measured, and not the profile of a text in which the model has no say', async () => {
    const own = { retrieval: 0.3, noiseFloor: 0.2, vectorPart: 0.6 };
    const ofWords = { retrieval: 0.25, noiseFloor: 0.1, vectorPart: 0.4 };
    const measured = { retrieval: 0.41, noiseFloor: 0.27 };
    const embedder = await withStoredThresholds(storeWith(measured), {
      id: 'two',
      dimensions: 2,
      maxBatch: 8,
      thresholds: own,
      embed: async () => ({ vectors: [], tokens: 0, thresholds: [own, ofWords] }),
    });
    const merged = { ...own, ...measured };
    expect(embedder.thresholds).toEqual(merged);
    expect((await embedder.embed([])).thresholds).toEqual([merged, ofWords]);
  });

  it('give way to thresholds that the operator set', async () => {
    const set = Object.assign(new CountingEmbedder(), { thresholdsAreSet: true });
    const embedder = await withStoredThresholds(storeWith({ retrieval: 0.41, noiseFloor: 0.27 }), set);
    expect(embedder).toBe(set);
  });
});

function storeWith(value: unknown) {
  return { getSetting: () => Promise.resolve(value) };
}
