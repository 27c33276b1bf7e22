import { join } from 'node:path';
import type { createLocalModel, knownModels, LocalModel } from '@devai/embedder-local';
import {
  createCachingEmbedder,
  createModelOverWords,
  createOfflineEmbedder,
  createOpenAIEmbedder,
  isLocalAddress,
} from '@devai/memory';
import { createProviderFetch, timeoutsFor } from '@devai/memory/models';
import type { ProviderSettings } from './create-models.ts';

type ModelName = keyof typeof knownModels;
type OpenAISettings = Parameters<typeof createOpenAIEmbedder>[0];

export type EmbedderSettings = {
  embedding: { kind: 'hash' | ModelName } | ({ kind: 'openai' } & OpenAISettings);
  /** Of which one may have the embedder's address. */
  providers?: Pick<ProviderSettings, 'baseURL' | 'timeouts'>[];
  /** Replaces the configured embedder's threshold; null: its own. */
  retrievalThreshold: number | null;
  /** Models are kept below it. */
  dataFolder: string;
  /** Where models are fetched from. */
  modelHub: string;
};

/**
 * The embedders of this machine. If a sentence model is configured and cannot be used, the hashed words replace it
 * in a new store, and a notice says so; a store that the model has filled is then without an embedder.
 */
export async function createEmbedders(
  { embedding, providers, retrievalThreshold, dataFolder, modelHub }: EmbedderSettings,
  onProgress: (text: string) => void = () => {},
) {
  const { models, problem } = await openModels(embedding.kind, {
    models: join(dataFolder, 'models'),
    hub: modelHub,
    onProgress,
  });
  const local = models.map(createModelOverWords);
  const wanted = models.findIndex(({ name }) => name === embedding.kind);
  const embedder =
    embedding.kind === 'openai'
      ? createOpenAIEmbedder(withPatience(embedding, providers))
      : (local[wanted] ?? createOfflineEmbedder());
  const thresholds =
    retrievalThreshold === null
      ? {}
      : { thresholds: { ...embedder.thresholds, retrieval: retrievalThreshold } };
  return {
    /** The embedder of a new store. */
    configured: createCachingEmbedder(embedder, thresholds),
    /** Other embedders that may have filled an existing store. */
    others: local.filter((one) => one !== embedder).map((one) => createCachingEmbedder(one)),
    /**
     * Loads the embedder whose vectors have the id, as the first text would, and throws what that would throw.
     * False: they are not made on this machine.
     */
    async load(id: string): Promise<boolean> {
      const ofStore = [...local, createOfflineEmbedder()].find((one) => one.id === id);
      await ofStore?.embed(['ready']);
      return ofStore !== undefined;
    },
    notices: (): string[] => [
      ...(problem === null
        ? []
        : [
            `the local embedding model cannot be used (${problem}), so a new store compares words: ` +
              '"npx --yes pnpm install" brings what is missing, EMBEDDINGS=hash does without',
          ]),
      ...models.flatMap((model) => model.notice() ?? []),
    ],
    close: async (): Promise<void> => {
      for (const model of models) await model.close();
    },
  };
}

/** A local server may load its model for as long as that of a chat, and one whose time limit is set for as long as that. */
function withPatience(
  settings: OpenAISettings,
  providers: EmbedderSettings['providers'] = [],
): OpenAISettings {
  const { baseURL } = settings;
  if (baseURL === undefined) return settings;
  const set = providers.find((provider) => provider.baseURL === baseURL)?.timeouts?.first;
  const timeout = set ?? (isLocalAddress(baseURL) ? timeoutsFor(baseURL).first : null);
  return timeout === null ? settings : { ...settings, timeout, fetch: createProviderFetch(timeout) };
}

type NamedModel = LocalModel & { name: string };

/** Loads the sentence models. When they cannot be loaded, `problem` says what is missing for the wanted one. */
async function openModels(
  wanted: EmbedderSettings['embedding']['kind'],
  settings: Omit<Parameters<typeof createLocalModel>[0], 'model'>,
): Promise<{ models: NamedModel[]; problem: string | null }> {
  try {
    // an optional dependency
    const local = await import('@devai/embedder-local');
    const models = Object.entries(local.knownModels).map(([name, model]) => ({
      ...local.createLocalModel({ ...settings, model }),
      name,
    }));
    await models.find(({ name }) => name === wanted)?.prepare();
    return { models, problem: null };
  } catch (error) {
    const why = isMissing(error) ? 'it is not installed' : messageOf(error);
    return { models: [], problem: wanted === 'hash' || wanted === 'openai' ? null : why };
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
