import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createOfflineEmbedder } from '@devai/memory';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../tests/temporary-folder.ts';
import { createEmbedders, type EmbedderSettings } from './create-embedders.ts';

const folder = temporaryFolder();

const words = createOfflineEmbedder().id;
const model = 'local-minilm-q8-hash512-v1';
const all = [model, 'local-multilingual-minilm-q8-hash512-v1'];
const modelHub = 'http://127.0.0.1:1';
const openai = { kind: 'openai', apiKey: 'k', baseURL: undefined, model: 'm' } as const;

it.each<[EmbedderSettings['embedding'], string]>([
  [{ kind: 'local' }, model],
  [{ kind: 'hash' }, words],
  [{ kind: 'multilingual' }, 'local-multilingual-minilm-q8-hash512-v1'],
  [openai, 'm-512'],
])(
  'with %j it fills a new store with %s, and reads stores that any of the models filled',
  async (embedding, id) => {
    const progress: string[] = [];
    const embedders = await createEmbedders(
      { embedding, retrievalThreshold: null, dataFolder: folder(), modelHub },
      (text) => progress.push(text),
    );
    expect(embedders.configured.id).toBe(id);
    expect(embedders.others.map((other) => other.id)).toEqual(all.filter((one) => one !== id));
    expect(embedders.notices()).toEqual([]);
    // files are made for the model alone, and once
    expect(progress).toHaveLength(id === model ? 1 : 0);
    await embedders.close();
  },
);

it('loads the model that fills the store, and says no for a store of another embedder', async () => {
  const { configured, load, close } = await createEmbedders({
    embedding: { kind: 'local' },
    retrievalThreshold: null,
    dataFolder: folder(),
    modelHub,
  });
  expect(await load(words)).toBe(true);
  expect(await load('m-512')).toBe(false);
  expect(await load(configured.id)).toBe(true);
  await close();
});

it('uses words instead of a model that cannot be used, and says why and what to do', async () => {
  await writeFile(join(folder(), 'models'), 'stands where the folder should be');
  const { configured, others, notices } = await createEmbedders({
    embedding: { kind: 'local' },
    retrievalThreshold: 0.5,
    dataFolder: folder(),
    modelHub,
  });
  expect(configured.id).toBe(words);
  expect(configured.thresholds.retrieval).toBe(0.5);
  // a store that the model has filled is not read by words in silence
  expect(others).toEqual([]);
  expect(notices()).toEqual([
    expect.stringMatching(/cannot be used \(.*models.*\).*pnpm install.*EMBEDDINGS=hash/),
  ]);
});

it('says what to do when a model cannot be downloaded, and stores without it', async () => {
  const settings = {
    embedding: { kind: 'multilingual' } as const,
    retrievalThreshold: null,
    dataFolder: folder(),
  };
  const embedders = await createEmbedders({ ...settings, modelHub });
  await expect(embedders.configured.embed(['text'])).rejects.toMatchObject({ code: 'embedding_failed' });
  await expect
    .poll(() => embedders.notices())
    .toEqual([expect.stringMatching(/cannot be fetched .*put its files into .*EMBEDDINGS_MODEL_URL/)]);
  await embedders.close();
});
