import { describe, expect, it } from 'vitest';
import type { EmbeddingModel } from '../ports.ts';
import { buildQuery } from './query.ts';
import { embedQuery } from './query-vector.ts';

const query = buildQuery({ text: 'which port?', project: 'TaskForge', topics: [], isMessage: true });

describe('the vector of a query', () => {
  it('passes the caller on when he gives up, and calls it no failure of the embedder', async () => {
    const controller = new AbortController();
    const embeddings = model({
      embed: (_texts, { signal } = {}) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new Error('the connection was cut')));
        }),
    });
    const embedded = embedQuery(embeddings, query, {
      timeout: 1_000,
      signal: controller.signal,
      onTokens: () => {},
    });
    controller.abort(new Error('cancelled'));
    await expect(embedded).rejects.toThrow('cancelled');
  });

  it('is judged by the thresholds of its text, or those of the embedder', async () => {
    const asked = { timeout: 1_000, onTokens: () => {} };
    const own = { retrieval: 0.6, noiseFloor: 0.4 };
    const embed: EmbeddingModel['embed'] = async (texts) => ({
      vectors: texts.map(() => [1, 0]),
      tokens: 0,
      thresholds: [own],
    });
    expect((await embedQuery(model({ embed }), query, asked)).thresholds).toEqual(own);
    expect((await embedQuery(model({}), query, asked)).thresholds).toEqual(model({}).thresholds);
    expect((await embedQuery(null, query, asked)).thresholds).toBeNull();
  });

  it('tells what an answer cost that came too late', async () => {
    const late = Promise.withResolvers<void>();
    const noted: number[] = [];
    const embeddings = model({
      embed: async () => {
        await late.promise;
        return { vectors: [[1, 0]], tokens: 3 };
      },
    });
    const { degraded } = await embedQuery(embeddings, query, {
      timeout: 10,
      onTokens: (tokens) => noted.push(tokens),
    });
    expect(degraded).toEqual(['the embedding service did not answer within 10 ms: word search alone']);
    late.resolve();
    await expect.poll(() => noted).toEqual([3]);
  });

  it('leaves the context out where it would take a second request', async () => {
    const texts: string[][] = [];
    const embeddings = model({
      maxBatch: 1,
      embed: (batch) => {
        texts.push(batch);
        return Promise.resolve({ vectors: [[1, 0]], tokens: 3 });
      },
    });
    const { vector } = await embedQuery(embeddings, query, { timeout: 1_000, onTokens: () => {} });
    expect(texts).toEqual([['which port?']]);
    expect(vector).toEqual([1, 0]);
  });
});

function model(given: Partial<EmbeddingModel>): EmbeddingModel {
  return {
    id: 'test',
    dimensions: 2,
    maxBatch: 10,
    thresholds: { retrieval: 0.3, noiseFloor: 0.18 },
    embed: (texts) => Promise.resolve({ vectors: texts.map(() => [1, 0]), tokens: 3 }),
    ...given,
  };
}
