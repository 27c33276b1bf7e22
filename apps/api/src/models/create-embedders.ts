import { join } from 'node:path';
import {
  createCachingEmbedder,
  createModelOverWords,
  createOfflineEmbedder,
  createOpenAIEmbedder,
  type EmbeddingModel,
} from '@devai/memory';

type OpenAISettings = Parameters<typeof createOpenAIEmbedder>[0];

export type EmbedderSettings = {
  embedding: { kind: 'hash' | 'local' } | ({ kind: 'openai' } & OpenAISettings);
  /** Replaces that of the configured embedder; null: its own. */
  retrievalThreshold: number | null;
  /** Models are kept below it. */
  dataFolder: string;
};

export type Embedders = {
  /** For a new store. */
  configured: EmbeddingModel;
  /** What else a store may have been filled by. */
  others: EmbeddingModel[];
  notices: string[];
  close(): Promise<void>;
};

/**
 * The embedders of this machine. Where the local model is configured and cannot be used, the hashed words stand in for it
 * in a new store, and a notice says so; a store that the model has filled is then without an embedder.
 */
export async function createEmbedders(
  { embedding, retrievalThreshold, dataFolder }: EmbedderSettings,
  onProgress: (text: string) => void = () => {},
): Promise<Embedders> {
  const isWanted = embedding.kind === 'local';
  const { model, problem } = await openModel(join(dataFolder, 'models'), isWanted, onProgress);
  const local = model && createModelOverWords(model);
  const embedder =
    embedding.kind === 'openai'
      ? createOpenAIEmbedder(embedding)
      : (isWanted && local) || createOfflineEmbedder();
  const thresholds =
    retrievalThreshold === null
      ? {}
      : { thresholds: { ...embedder.thresholds, retrieval: retrievalThreshold } };
  return {
    configured: createCachingEmbedder(embedder, thresholds),
    others: local && local !== embedder ? [createCachingEmbedder(local)] : [],
    notices:
      problem === null || !isWanted
        ? []
        : [
            `the local embedding model cannot be used (${problem}), so a new store compares words: ` +
              '"npx --yes pnpm install" brings what is missing, EMBEDDINGS=hash does without',
          ],
    close: async () => model?.close(),
  };
}

/** The local model; null with what is missing for it. */
async function openModel(models: string, isWanted: boolean, onProgress: (text: string) => void) {
  try {
    // an optional dependency
    const { createLocalModel } = await import('@devai/embedder-local');
    const model = createLocalModel({ models, onProgress });
    if (isWanted) await model.prepare();
    return { model, problem: null };
  } catch (error) {
    return { model: null, problem: isMissing(error) ? 'it is not installed' : messageOf(error) };
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
