import { z } from 'zod';
import type { BertLayer, BertTensors, Dense, Norm } from './bert.ts';
import type { Tensor } from './graph.ts';

/** What is read of the `model.json` of a TensorFlow.js graph model. */
const graphModel = z.object({
  weightsManifest: z.array(
    z.object({
      weights: z.array(
        z.object({
          name: z.string(),
          shape: z.array(z.int()),
          quantization: z.object({ min: z.number(), scale: z.number() }).optional(),
        }),
      ),
    }),
  ),
});
type TfjsWeight = z.infer<typeof graphModel>['weightsManifest'][number]['weights'][number];

/**
 * The tensors of a BERT encoder in a TensorFlow.js graph model with 8-bit affine weights (`value = min + scale * element`).
 * `bytes` holds them one after the other, in the order of the manifest. Throws an `Error` that says what
 * is missing.
 */
export function bertOfTfjs(graph: unknown, bytes: Uint8Array): BertTensors {
  const tensors = new Map<string, Tensor>();
  let start = 0;
  for (const weight of graphModel.parse(graph).weightsManifest.flatMap(({ weights }) => weights)) {
    const count = weight.shape.reduce((product, size) => product * size, 1);
    const size = weight.quantization ? count : 4 * count;
    tensors.set(weight.name, readTensor(weight, bytes.subarray(start, start + size)));
    start += size;
  }
  const bert = 'StatefulPartitionedCall/model/tf_bert_model/bert';
  const tensor = (name: string): Tensor => {
    const found = tensors.get(name);
    if (!found) throw new Error(`the model has no tensor ${name}`);
    return found;
  };
  const dense = (name: string): Dense => ({
    matrix: tensor(`${name}/Tensordot/ReadVariableOp`),
    bias: tensor(`${name}/BiasAdd/ReadVariableOp`),
  });
  const norm = (name: string): Norm => ({
    gain: tensor(`${name}/LayerNorm/batchnorm/mul/ReadVariableOp`),
    bias: tensor(`${name}/LayerNorm/batchnorm/ReadVariableOp`),
  });
  const layers: BertLayer[] = [];
  const layerAt = (index: number): string => `${bert}/encoder/layer_._${index}`;
  while (tensors.has(`${layerAt(layers.length)}/output/dense/BiasAdd/ReadVariableOp`)) {
    const name = layerAt(layers.length);
    layers.push({
      query: dense(`${name}/attention/self/query`),
      key: dense(`${name}/attention/self/key`),
      value: dense(`${name}/attention/self/value`),
      attended: dense(`${name}/attention/output/dense`),
      attendedNorm: norm(`${name}/attention/output`),
      intermediate: dense(`${name}/intermediate/dense`),
      output: dense(`${name}/output/dense`),
      outputNorm: norm(`${name}/output`),
    });
  }
  return {
    words: tensor('unknown'),
    positions: tensor('unknown_0'),
    types: tensor('unknown_1'),
    norm: norm(`${bert}/embeddings`),
    layers,
  };
}

function readTensor({ shape, quantization }: TfjsWeight, bytes: Uint8Array): Tensor {
  if (!quantization) return { shape, values: new Float32Array(bytes.slice().buffer) };
  const { min, scale } = quantization;
  const zeroPoint = Math.round(-min / scale);
  // zero is an element of every range that includes it; the others are kept as plain numbers
  return zeroPoint >= 0 && zeroPoint <= 255 && Math.abs(zeroPoint + min / scale) < 1e-6
    ? { shape, quantised: bytes, scale, zeroPoint }
    : { shape, values: Float32Array.from(bytes, (element) => min + scale * element) };
}
