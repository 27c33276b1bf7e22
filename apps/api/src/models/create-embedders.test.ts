import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOfflineEmbedder } from '@devai/memory';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEmbedders, type EmbedderSettings } from './create-embedders.ts';

let dataFolder: string;
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'devai-embedders-'));
});
afterEach(() => rm(dataFolder, { recursive: true }));

const words = createOfflineEmbedder().id;
const model = 'local-minilm-q8-hash512-v1';
const openai = { kind: 'openai', apiKey: 'k', baseURL: undefined, model: 'm' } as const;

it.each<[EmbedderSettings['embedding'], string, string[]]>([
  [{ kind: 'local' }, model, []],
  [{ kind: 'hash' }, words, [model]],
  [openai, 'm-512', [model]],
])(
  'with %j it fills a new store by %s, and can read one that %j has filled',
  async (embedding, id, others) => {
    const progress: string[] = [];
    const embedders = await createEmbedders({ embedding, retrievalThreshold: null, dataFolder }, (text) =>
      progress.push(text),
    );
    expect(embedders.configured.id).toBe(id);
    expect(embedders.others.map((other) => other.id)).toEqual(others);
    expect(embedders.notices).toEqual([]);
    // files are made for the model alone, and once
    expect(progress).toHaveLength(id === model ? 1 : 0);
    await embedders.close();
  },
);

it('takes the words for a model that cannot be used, and says why and what to do', async () => {
  await writeFile(join(dataFolder, 'models'), 'stands where the folder should be');
  const { configured, others, notices } = await createEmbedders({
    embedding: { kind: 'local' },
    retrievalThreshold: 0.5,
    dataFolder,
  });
  expect(configured.id).toBe(words);
  expect(configured.thresholds.retrieval).toBe(0.5);
  // a store that the model has filled is not read by words in silence
  expect(others).toEqual([]);
  expect(notices).toEqual([
    expect.stringMatching(/cannot be used \(.*models.*\).*pnpm install.*EMBEDDINGS=hash/),
  ]);
});
