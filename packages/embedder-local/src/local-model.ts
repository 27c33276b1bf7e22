import { convertModel, findPackage } from './convert-model.ts';
import { createHubFiles } from './hub-files.ts';
import { folderOf, missingFiles } from './model-files.ts';
import { createModelThread } from './model-thread.ts';
import { minilm, multilingual, type KnownModel } from './models.ts';
import type { Meaning } from './sentence-model.ts';

/** The models, by what the configuration calls them. */
export const knownModels = { local: minilm, multilingual };

export type LocalModelSettings = {
  model: KnownModel;
  /** The folder of all models. */
  models: string;
  /** Where models are fetched from: an address without the slash at its end. */
  hub: string;
  /** Told what takes a while, line by line. */
  onProgress: (text: string) => void;
};

export type LocalModel = ReturnType<typeof createLocalModel>;

/** A sentence model in a thread of this process. The first text loads it. */
export function createLocalModel({ model, models, hub, onProgress }: LocalModelSettings) {
  const { source } = model;
  const folder = folderOf(models, model);
  const thread = createModelThread({ folder, model });
  const hubFiles = 'repository' in source ? createHubFiles(model, source, { folder, hub, onProgress }) : null;
  let converting: Promise<void> | null = null;

  return {
    /** Names the vector space. */
    id: model.id,
    prepare,
    /**
     * Throws what `prepare` throws, an `Error` while the files are being fetched or when the thread ends, and the reason of an
     * aborted signal.
     */
    async embed(texts: string[], { signal }: { signal?: AbortSignal } = {}): Promise<Meaning[]> {
      signal?.throwIfAborted();
      await prepare();
      hubFiles?.need();
      return thread.embed(texts, signal);
    },
    /** What is not well with the files, in words; null: nothing. */
    notice: (): string | null => hubFiles?.notice() ?? null,
    /** Ends the thread and a transfer. A later text starts them again. */
    async close(): Promise<void> {
      hubFiles?.close();
      await thread.close();
    },
  };

  /** Makes what needs no network, as the first text would. Throws an `Error` that says what is missing or damaged. */
  async function prepare(): Promise<void> {
    for (const engine of ['onnxruntime-web', '@huggingface/tokenizers']) findPackage(engine);
    if (!('package' in source) || missingFiles(model, folder).length === 0) return;
    if (converting === null) onProgress(`converting ${model.name} into ${folder} …`);
    await (converting ??= convertModel(model, source, folder).finally(() => {
      converting = null;
    }));
  }
}
