import { expect, it } from 'vitest';
import type { Memory } from '../memory.ts';
import type { EmbeddingModel } from '../ports.ts';
import { createCachingEmbedder } from './caching-embedder.ts';
import { createOfflineEmbedder } from './offline-embedder.ts';
import { openWorld, project } from '../../testing/open-world.ts';

const world = openWorld();

it('measures a profile for the embedder and the memories at hand, and stores nothing', async () => {
  const memory = await world.openMemory({ embeddings: strangeEmbedder() });
  await fill(memory, 12);
  const progress: { done: number; total: number }[] = [];
  const measured = await memory.calibrate({ onProgress: (step) => progress.push(step) });
  expect(measured).toMatchObject({
    embedder: 'strange',
    memories: 12,
    current: { retrieval: 0.95, noiseFloor: 0.9 },
    applied: false,
  });
  expect(measured.noiseFloor).toBeGreaterThan(0);
  expect(measured.noiseFloor).toBeLessThan(0.25);
  expect(measured.retrieval).toBeGreaterThan(measured.noiseFloor);
  expect(measured.retrieval).toBeLessThan(0.5);
  expect(measured.pairs).toBeGreaterThan(30 * 12);
  expect(measured.advice).toContain('Only 12 memories could be compared');
  expect(progress.at(-1)?.done).toBe(progress.at(-1)?.total);
  expect(await legsThatFind(memory)).not.toContain('vector');
  expect((await memory.calibrate()).current).toEqual(measured.current);
});

it('applies the profile at once and after the next start', async () => {
  const memory = await world.openMemory({ embeddings: strangeEmbedder() });
  await fill(memory, 12);
  const { noiseFloor, retrieval } = await memory.calibrate({ apply: true });
  expect(await legsThatFind(memory)).toContain('vector');
  const again = await world.openMemory({ embeddings: strangeEmbedder() });
  expect((await again.calibrate()).current).toEqual({ noiseFloor, retrieval });
});

it('leaves thresholds that the operator set', async () => {
  const memory = await world.openMemory({ embeddings: strangeEmbedder() });
  await fill(memory, 3);
  await memory.calibrate({ apply: true });
  const thresholds = { retrieval: 0.8, noiseFloor: 0.7 };
  const set = await world.openMemory({
    embeddings: createCachingEmbedder(strangeEmbedder(), { thresholds }),
  });
  expect((await set.calibrate()).current).toEqual(thresholds);
});

it('does not use the profile of one embedder for another', async () => {
  const memory = await world.openMemory({ embeddings: createOfflineEmbedder() });
  await memory.calibrate({ apply: true });
  await memory.reembed();
  const other = await world.openMemory({ embeddings: strangeEmbedder() });
  await other.reembed();
  expect((await other.calibrate()).current).toEqual(strangeEmbedder().thresholds);
});

it('records its cost in the ledger', async () => {
  const memory = await world.openMemory({ embeddings: strangeEmbedder() });
  await memory.calibrate();
  const { usage } = await memory.stats();
  expect(usage).toMatchObject([
    { operation: 'embed_query', model: 'strange', today: { calls: 1, inputTokens: 78 } },
  ]);
});

it('says that the embedder is missing, and stops when told to', async () => {
  await fill(await world.openMemory({ embeddings: strangeEmbedder() }), 1);
  const without = await world.openMemory({ embeddings: strangeEmbedder({ id: 'another' }) });
  await expect(without.calibrate()).rejects.toMatchObject({ code: 'embedding_failed' });
  const memory = await world.openMemory({ embeddings: strangeEmbedder() });
  await expect(memory.calibrate({ signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow(
    'stopped',
  );
});

/** The offline embedder with unusual thresholds, which charges one token per text. */
function strangeEmbedder(changes: Partial<EmbeddingModel> = {}): EmbeddingModel {
  const offline = createOfflineEmbedder();
  return {
    ...offline,
    id: 'strange',
    isLocal: false,
    thresholds: { retrieval: 0.95, noiseFloor: 0.9 },
    async embed(texts, options) {
      return { vectors: (await offline.embed(texts, options)).vectors, tokens: texts.length };
    },
    ...changes,
  };
}

async function fill(memory: Memory, count: number): Promise<void> {
  for (let port = 1; port <= count; port += 1) {
    await memory.remember({
      content: `Service number ${port} listens on port ${8000 + port}`,
      title: `Port of service ${port}`,
      project,
    });
  }
}

async function legsThatFind(memory: Memory) {
  const { memories } = await memory.recall({
    text: 'On which port does service number 3 listen?',
    project,
    preview: true,
  });
  return memories[0]?.legs;
}
