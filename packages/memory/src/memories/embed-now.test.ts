import { expect, it } from 'vitest';
import { resolveOptions } from '../options.ts';
import { MemoryError } from '../errors.ts';
import type { EmbeddingModel } from '../ports.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { embedNow } from './embed-now.ts';

it('returns the vector of a text at once', async () => {
  const { run, warned } = embeddingNow(() => Promise.resolve({ vectors: [[1, 0]], tokens: 3 }));
  expect(await run()).toEqual([[1, 0]]);
  expect(warned).toEqual([]);
});

it.each<[string, EmbeddingModel['embed']]>([
  ['fails', () => Promise.reject(new MemoryError('embedding_failed', '429'))],
  ['never answers, and pays no attention to its signal', () => new Promise(() => {})],
])('a text waits for its vector when the embedder %s, and the log says so', async (_what, embed) => {
  const { run, warned } = embeddingNow(embed);
  expect(await run()).toEqual([null]);
  expect(warned).toEqual(['a memory is stored without its vector; a job fills it in']);
});

function embeddingNow(embed: EmbeddingModel['embed']) {
  const warned: string[] = [];
  const dependencies = {
    embeddings: {
      id: 'test',
      dimensions: 2,
      maxBatch: 8,
      thresholds: { retrieval: 0.3, noiseFloor: 0.2 },
      embed,
    },
    noteEmbedding() {},
    log: { ...silentLog, warn: (_: unknown, text: string) => warned.push(text) },
    options: resolveOptions({ retrieval: { embeddingTimeout: 20 } }),
  };
  return { run: () => embedNow(dependencies, ['a text'], null), warned };
}
