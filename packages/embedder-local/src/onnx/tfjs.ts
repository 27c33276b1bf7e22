import { z } from 'zod';
import type { Tensor } from './graph.ts';

/** The part of the `model.json` of a TensorFlow.js graph model that is read. */
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

/**
 * Returns the tensors of a TensorFlow.js graph model with 8-bit affine weights (`value = min + scale * element`), by
 * name. `bytes` contains them one after the other, in the order of the manifest. Tensors that do not have 8 bits only
 * shape the graph and are left out.
 */
export function tensorsOfTfjs(graph: unknown, bytes: Uint8Array): Map<string, Tensor> {
  const tensors = new Map<string, Tensor>();
  let start = 0;
  for (const { name, shape, quantization } of graphModel
    .parse(graph)
    .weightsManifest.flatMap(({ weights }) => weights)) {
    const count = shape.reduce((product, size) => product * size, 1);
    const end = start + (quantization ? count : 4 * count);
    if (quantization) {
      const { min, scale } = quantization;
      const zeroPoint = -min / scale;
      // zero is an element of every range that includes it
      const nearest = Math.abs(zeroPoint - Math.round(zeroPoint)) < 1e-6 ? Math.round(zeroPoint) : zeroPoint;
      tensors.set(name, { shape, elements: bytes.subarray(start, end), scale, zeroPoint: nearest });
    }
    start = end;
  }
  return tensors;
}
