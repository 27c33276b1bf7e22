import { convertModel } from './convert-model.ts';
import { findPackage } from './find-package.ts';
import { createHubFiles } from './hub-files.ts';
import { folderOf, missingFiles } from './model-files.ts';
import { createModelThread } from './model-thread.ts';
import { minilm, multilingual, multilingualE5, type KnownModel } from './models.ts';
import type { Meaning, TextKind } from './sentence-model.ts';

/** The models, by what the configuration calls them. */
export const knownModels = { local: minilm, multilingual, 'multilingual-e5': multilingualE5 };

export type LocalModelSettings = {
  model: KnownModel;
  /** The folder of all models. */
  models: string;
  /** Where models are fetched from: an address without the slash at its end. */
  hub: string;
  /** Told what takes a while, line by line. */
  onProgress: (text: string) => void;
};

export type LocalModel = {
  /** Names the vector space. */
  readonly id: string;
  /** Makes what needs no network, as the first text would. Throws an `Error` that says what is missing or damaged. */
  prepare(): Promise<void>;
  /**
   * Throws what `prepare` throws, an `Error` while the files are being fetched or when the thread ends, and the reason of an
   * aborted signal. `kind`: passage if absent.
   */
  embed(texts: string[], options?: { signal?: AbortSignal; kind?: TextKind }): Promise<Meaning[]>;
  /** What is not well with the files, in words; null: nothing. */
  notice(): string | null;
  /** Ends the thread and a transfer. A later text starts them again. */
  close(): Promise<void>;
};

/** A sentence model in a thread of this process. The first text loads it. */
export function createLocalModel({ model, models, hub, onProgress }: LocalModelSettings): LocalModel {
  const { source } = model;
  const folder = folderOf(models, model);
  const thread = createModelThread({ folder, model });
  const hubFiles = 'repository' in source ? createHubFiles(model, source, { folder, hub, onProgress }) : null;
  let converting: Promise<void> | null = null;

  async function prepare(): Promise<void> {
    for (const engine of ['onnxruntime-web', '@huggingface/tokenizers']) findPackage(engine);
    if (!('package' in source) || missingFiles(model, folder).length === 0) return;
    if (converting === null) onProgress(`converting ${model.name} into ${folder} …`);
    await (converting ??= convertModel(model, source, folder).finally(() => {
      converting = null;
    }));
  }

  return {
    id: model.id,
    prepare,
    async embed(texts, { signal, kind = 'passage' } = {}) {
      signal?.throwIfAborted();
      await prepare();
      hubFiles?.need();
      return thread.embed(texts, kind, signal);
    },
    notice: () => hubFiles?.notice() ?? null,
    async close() {
      hubFiles?.close();
      await thread.close();
    },
  };
}
