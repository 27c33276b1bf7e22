import { Tokenizer } from '@huggingface/tokenizers';
import { env, InferenceSession, Tensor } from 'onnxruntime-web';
import { z } from 'zod';
import { readVerified } from './model-files.ts';
import { modelWeight } from './model-weight.ts';
import type { KnownModel } from './models.ts';

/** The model's vector of a text, of any length, and its part in the combined vector, 0 to 1; with 0 there is no vector. */
export type Meaning = { values: Float32Array; weight: number };

const wordPieces = z.looseObject({ model: z.looseObject({ vocab: z.record(z.string(), z.int()) }) });

/**
 * Loads a model from its folder (0.7 s, 300 MB for all-MiniLM-L6-v2). Embeds one text at a time: the 8-bit arithmetic
 * scales with all texts of a run, so in another batch the same text would get another vector (cosine 0.985 or more).
 * Do not call `embed` again before it has answered. Throws what reading throws.
 */
export async function openSentenceModel(folder: string, model: KnownModel) {
  const { network, tokenizer, tokenizerConfig } = model.files;
  const read = async (file: typeof network): Promise<unknown> =>
    JSON.parse((await readVerified(folder, file)).toString());
  // the settings of the file cut and pad to 128 tokens
  const settings = { ...Object(await read(tokenizer)), truncation: null, padding: null };
  const weightOf = weigher(model, settings);
  const pieces = new Tokenizer(settings, Object(await read(tokenizerConfig)));
  const [first = 0, last = 0] = pieces.encode('').ids;
  const idsOf = (text: string): number[] => pieces.encode(text, { add_special_tokens: false }).ids;
  env.wasm.numThreads = 1;
  const session = await InferenceSession.create(await readVerified(folder, network), {
    executionProviders: ['wasm'],
    logSeverityLevel: 3,
  });

  return {
    async embed(text: string): Promise<Meaning> {
      const weight = weightOf(text);
      if (weight === 0) return { values: new Float32Array(), weight };
      let values = new Float32Array();
      for (const part of split(idsOf(text), model.maxTokens - 2)) {
        const sum = await sumOfTokens([first, ...part, last]);
        values = values.length === 0 ? sum : values.map((value, index) => value + (sum[index] ?? 0));
      }
      return { values, weight };
    },
  };

  /** Returns the sum of the vectors of the tokens, which has the direction of their mean. */
  async function sumOfTokens(ids: number[]): Promise<Float32Array<ArrayBuffer>> {
    const row = (values: number[]) =>
      new Tensor('int64', BigInt64Array.from(values, BigInt), [1, ids.length]);
    const inputs = {
      input_ids: row(ids),
      attention_mask: row(ids.map(() => 1)),
      token_type_ids: row(ids.map(() => 0)),
    };
    const asked = Object.entries(inputs).filter(([name]) => session.inputNames.includes(name));
    const outputs = await session.run(Object.fromEntries(asked));
    const [hidden] = Object.values(outputs);
    if (!(hidden?.data instanceof Float32Array)) throw new Error('the model returned no vectors');
    const size = hidden.data.length / ids.length;
    const sum = new Float32Array(size);
    for (const [index, value] of hidden.data.entries()) sum[index % size] = (sum[index % size] ?? 0) + value;
    for (const tensor of [...Object.values(inputs), ...Object.values(outputs)]) tensor.dispose();
    return sum;
  }
}

function weigher({ weight }: KnownModel, tokenizer: unknown): (text: string) => number {
  if (weight !== undefined) return () => weight;
  const vocabulary = new Set(Object.keys(wordPieces.parse(tokenizer).model.vocab));
  return (text) => modelWeight(text, vocabulary);
}

/** Returns parts of about the same length, at least one. */
function split(ids: number[], most: number): number[][] {
  const count = Math.max(1, Math.ceil(ids.length / most));
  const size = Math.ceil(ids.length / count);
  return Array.from({ length: count }, (_, index) => ids.slice(index * size, (index + 1) * size));
}
