import { folderOf } from './model-files.ts';
import { createModelThread } from './model-thread.ts';
import { minilm, type KnownModel } from './models.ts';
import { prepareModel, type PrepareSettings } from './prepare-model.ts';
import type { Meaning } from './sentence-model.ts';

export type LocalModel = {
  /** Names the vector space. */
  readonly id: string;
  /** Makes the model's files, which the first text would do. Throws an `Error` that says what is missing or damaged. */
  prepare(): Promise<void>;
  /** Throws what `prepare` throws, an `Error` when the thread ends, and the reason of an aborted signal. */
  embed(texts: string[], options?: { signal?: AbortSignal }): Promise<Meaning[]>;
  /** Ends the thread. A later text starts another one. */
  close(): Promise<void>;
};

/** A sentence model in a thread of this process. The first text loads it. */
export function createLocalModel({
  model = minilm,
  ...settings
}: PrepareSettings & { model?: KnownModel }): LocalModel {
  const thread = createModelThread({ folder: folderOf(settings.models, model), model });
  let preparing: Promise<void> | null = null;
  const prepare = (): Promise<void> =>
    (preparing ??= prepareModel(model, settings).finally(() => {
      preparing = null;
    }));
  return {
    id: model.id,
    prepare,
    async embed(texts, { signal } = {}) {
      signal?.throwIfAborted();
      await prepare();
      return thread.embed(texts, signal);
    },
    close: thread.close,
  };
}
