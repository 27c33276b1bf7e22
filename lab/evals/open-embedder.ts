import { join } from 'node:path';
import { createLocalModel, knownModels } from '@devai/embedder-local';
import { createCachingEmbedder } from '../../packages/memory/src/embeddings/caching-embedder.ts';
import { createModelOverWords } from '../../packages/memory/src/embeddings/model-over-words.ts';
import { createOfflineEmbedder } from '../../packages/memory/src/embeddings/offline-embedder.ts';
import type { EmbeddingModel } from '../../packages/memory/src/ports.ts';
import { keepMeanings } from './kept-meanings.ts';

/** `hash` compares words and their parts; `local` is the sentence model of packages/embedder-local. */
export const embedderNames = ['hash', 'local'] as const;
export type EmbedderName = (typeof embedderNames)[number];

/** Opens an embedder that needs no key. Call `end` when nothing more is embedded. */
export function openEmbedder(name: EmbedderName): {
  embeddings: EmbeddingModel;
  end: () => Promise<void>;
} {
  if (name === 'hash') return { embeddings: createOfflineEmbedder(), end: async () => {} };
  const cache = join(import.meta.dirname, '../../node_modules/.cache');
  const model = createLocalModel({
    model: knownModels.local,
    hub: '',
    models: join(cache, 'models'),
    onProgress: (text) => process.stderr.write(`${text}\n`),
  });
  const kept = keepMeanings(model, join(cache, 'meanings.sqlite'));
  return {
    // the same questions are asked in several ways
    embeddings: createCachingEmbedder(createModelOverWords(kept)),
    async end() {
      await model.close();
      kept.end();
    },
  };
}
