import { convertModel, findPackage } from './convert-model.ts';
import { createHubFiles } from './hub-files.ts';
import { folderOf, missingFiles } from './model-files.ts';
import { createModelThread } from './model-thread.ts';
import { minilm, multilingual, type KnownModel } from './models.ts';
import type { Meaning } from './sentence-model.ts';

/** The models, by their names in the configuration. */
export const knownModels = { local: minilm, multilingual };

export type LocalModelSettings = {
  model: KnownModel;
  /** The folder of all models. */
  models: string;
  /** The address that models are downloaded from, without a slash at its end; by default that of their publisher. */
  hub?: string;
  /** Called with a line about each operation that takes long. */
  onProgress?: (text: string) => void;
};

const publicHub = 'https://huggingface.co';

export type LocalModel = ReturnType<typeof createLocalModel>;

/** Returns a sentence model that runs in a thread of this process. The first text loads it. */
export function createLocalModel({
  model,
  models,
  hub = publicHub,
  onProgress = () => {},
}: LocalModelSettings) {
  const { source } = model;
  const folder = folderOf(models, model);
  const thread = createModelThread({ folder, model });
  const hubFiles = 'repository' in source ? createHubFiles(model, source, { folder, hub, onProgress }) : null;
  let converting: Promise<void> | null = null;
  let hasEngines = false;

  return {
    /** Names the vector space. */
    id: model.id,
    prepare,
    /**
     * Embeds texts. Throws what `prepare` throws, an `Error` while the files are being downloaded or if the thread
     * ends, and the reason of an aborted signal.
     */
    async embed(texts: string[], { signal }: { signal?: AbortSignal } = {}): Promise<Meaning[]> {
      signal?.throwIfAborted();
      await prepare();
      hubFiles?.need();
      return thread.embed(texts, signal);
    },
    /** What is wrong with the files, in words; null if nothing is. */
    notice: (): string | null => hubFiles?.notice() ?? null,
    /** Ends the thread and any download. A later text starts them again. */
    async close(): Promise<void> {
      hubFiles?.close();
      await thread.close();
    },
  };

  /** Prepares what needs no network, as the first text would. Throws an `Error` that says what is missing or damaged. */
  async function prepare(): Promise<void> {
    // a search of its folders takes a millisecond of each turn
    if (!hasEngines) for (const engine of ['onnxruntime-web', '@huggingface/tokenizers']) findPackage(engine);
    hasEngines = true;
    if (!('package' in source) || missingFiles(model, folder).length === 0) return;
    if (converting === null) onProgress(`converting ${model.name} into ${folder} …`);
    await (converting ??= convertModel(model, source, folder).finally(() => {
      converting = null;
    }));
  }
}
