import { createGraph, type Tensor } from './graph.ts';

/** The tensors of a BERT encoder, by what they are. Matrices are `[in, out]`. */
export type BertTensors = {
  words: Tensor;
  positions: Tensor;
  types: Tensor;
  norm: Norm;
  layers: BertLayer[];
};
export type Norm = { gain: Tensor; bias: Tensor };
export type Dense = { matrix: Tensor; bias: Tensor };
export type BertLayer = {
  query: Dense;
  key: Dense;
  value: Dense;
  attended: Dense;
  attendedNorm: Norm;
  intermediate: Dense;
  output: Dense;
  outputNorm: Norm;
};

const epsilon = { epsilon: { float: 1e-12 } };

/**
 * A BERT encoder (Devlin et al. 2018) as an ONNX file: `input_ids`, `attention_mask` and `token_type_ids` in, `last_hidden_state`
 * out.
 */
export function bertAsOnnx(tensors: BertTensors, heads: number): Uint8Array {
  const graph = createGraph();
  const plain = (tensor: Tensor): string => graph.constant('float', tensor.shape, plainValues(tensor));
  const dense = (input: string, { matrix, bias }: Dense): string =>
    'values' in matrix
      ? graph.add('Add', [graph.add('MatMul', [input, plain(matrix)]), plain(bias)])
      : graph.addFused('DynamicQuantizeMatMul', [input, ...graph.weights(matrix), plain(bias)]);
  const addAndNorm = (one: string, other: string, { gain, bias }: Norm): string =>
    graph.add('LayerNormalization', [graph.add('Add', [one, other]), plain(gain), plain(bias)], epsilon);

  const [words = '', ...quantisation] = graph.weights(tensors.words);
  const rows = graph.add('Gather', [words, 'input_ids']);
  const word = quantisation.length === 0 ? rows : graph.add('DequantizeLinear', [rows, ...quantisation]);
  const type = graph.add('Gather', [plain(tensors.types), 'token_type_ids']);
  const length = graph.add('Shape', ['input_ids'], { start: 1, end: 2 });
  const position = graph.add('Slice', [
    plain(tensors.positions),
    graph.integers(0),
    length,
    graph.integers(0),
  ]);
  const mask = graph.add('Cast', ['attention_mask'], { to: 6 });

  let hidden = addAndNorm(graph.add('Add', [word, type]), position, tensors.norm);
  for (const layer of tensors.layers) {
    const attended = graph.addFused(
      'MultiHeadAttention',
      [dense(hidden, layer.query), dense(hidden, layer.key), dense(hidden, layer.value), '', mask],
      { num_heads: heads },
    );
    hidden = addAndNorm(dense(attended, layer.attended), hidden, layer.attendedNorm);
    const intermediate = graph.addFused('Gelu', [dense(hidden, layer.intermediate)]);
    hidden = addAndNorm(dense(intermediate, layer.output), hidden, layer.outputNorm);
  }
  return graph.encode(['input_ids', 'attention_mask', 'token_type_ids'], hidden);
}

function plainValues(tensor: Tensor): Float32Array {
  if ('values' in tensor) return tensor.values;
  const { quantised, scale, zeroPoint } = tensor;
  return Float32Array.from(quantised, (element) => scale * (element - zeroPoint));
}
