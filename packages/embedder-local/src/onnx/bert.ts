import { createGraph, type Tensor } from './graph.ts';

const epsilon = { epsilon: { float: 1e-12 } };
const encoder = 'StatefulPartitionedCall/model/tf_bert_model/bert';

/**
 * Encodes a BERT encoder (Devlin et al. 2018) from the tensors of its TensorFlow graph as an ONNX file, with the
 * inputs `input_ids`, `attention_mask` and `token_type_ids` and the output `last_hidden_state`. Throws an `Error`
 * that says what is missing.
 */
export function bertAsOnnx(tensors: ReadonlyMap<string, Tensor>, heads: number): Uint8Array {
  const graph = createGraph();
  const tensor = (name: string): Tensor => {
    const found = tensors.get(name);
    if (!found) throw new Error(`the model has no tensor ${name}`);
    return found;
  };
  const plain = (name: string): string => {
    const { shape, elements, scale, zeroPoint } = tensor(name);
    const values = Float32Array.from(elements, (element) => scale * (element - zeroPoint));
    return graph.constant('float', shape, values);
  };
  const dense = (input: string, name: string): string => {
    const matrix = graph.weights(tensor(`${name}/Tensordot/ReadVariableOp`));
    const bias = plain(`${name}/BiasAdd/ReadVariableOp`);
    return graph.addFused('DynamicQuantizeMatMul', [input, ...matrix, bias]);
  };
  const addAndNorm = (one: string, other: string, name: string): string => {
    const sum = graph.add('Add', [one, other]);
    const gain = plain(`${name}/LayerNorm/batchnorm/mul/ReadVariableOp`);
    const bias = plain(`${name}/LayerNorm/batchnorm/ReadVariableOp`);
    return graph.add('LayerNormalization', [sum, gain, bias], epsilon);
  };

  const [words = '', ...quantisation] = graph.weights(tensor('unknown'));
  const rows = graph.add('Gather', [words, 'input_ids']);
  const word = graph.add('DequantizeLinear', [rows, ...quantisation]);
  const type = graph.add('Gather', [plain('unknown_1'), 'token_type_ids']);
  const length = graph.add('Shape', ['input_ids'], { start: 1, end: 2 });
  const position = graph.add('Slice', [plain('unknown_0'), graph.integers(0), length, graph.integers(0)]);
  const mask = graph.add('Cast', ['attention_mask'], { to: 6 });

  let hidden = addAndNorm(graph.add('Add', [word, type]), position, `${encoder}/embeddings`);
  const layerAt = (index: number): string => `${encoder}/encoder/layer_._${index}`;
  for (let index = 0; tensors.has(`${layerAt(index)}/output/dense/BiasAdd/ReadVariableOp`); index += 1) {
    const layer = layerAt(index);
    const inputs = ['query', 'key', 'value'].map((name) => dense(hidden, `${layer}/attention/self/${name}`));
    const attended = graph.addFused('MultiHeadAttention', [...inputs, '', mask], { num_heads: heads });
    hidden = addAndNorm(
      dense(attended, `${layer}/attention/output/dense`),
      hidden,
      `${layer}/attention/output`,
    );
    const intermediate = graph.addFused('Gelu', [dense(hidden, `${layer}/intermediate/dense`)]);
    hidden = addAndNorm(dense(intermediate, `${layer}/output/dense`), hidden, `${layer}/output`);
  }
  return graph.encode(['input_ids', 'attention_mask', 'token_type_ids'], hidden);
}
