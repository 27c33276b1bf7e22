import { z } from 'zod';
import { checkSettings } from '../../calls/check-calls.ts';
import { isUnreachable, MemoryError, messageOf } from '../../errors.ts';
import type { EmbeddingModel, EmbeddingThresholds } from '../../ports.ts';
import { withoutQuotes } from '../../text/without-quotes.ts';
import type { AiSdkEmbeddingModel } from './types.ts';

export type AiSdkEmbedderSettings = {
  /** As the model's own name for its option of the dimensions has them, for instance `{ openai: { dimensions: 512 } }`. */
  providerOptions?: Parameters<AiSdkEmbeddingModel['doEmbed']>[0]['providerOptions'];
  /** Texts per request. Default: 96, which all known services take. */
  maxBatch?: number;
  /** Default: typical values of an unknown model. `memory.calibrate` measures better ones. */
  thresholds?: EmbeddingThresholds;
};

const settingsForm = z.strictObject({
  providerOptions: z.custom().optional(),
  maxBatch: z.int().min(1).optional(),
  thresholds: z.object({ retrieval: z.number(), noiseFloor: z.number() }).optional(),
});
/** Of the store. */
const dimensions = 512;
const unknownModel: EmbeddingThresholds = { retrieval: 0.4, noiseFloor: 0.25 };
const failure = z.object({ statusCode: z.int().optional(), isRetryable: z.boolean().optional() });

/**
 * An embedding model of the AI SDK as the memory's embedder. It must give 512 dimensions: most models that have more take an option for it.
 * Throws `MemoryError` as `createOpenAIEmbedder` does.
 */
export function createAiSdkEmbedder(
  model: AiSdkEmbeddingModel,
  settings: AiSdkEmbedderSettings = {},
): EmbeddingModel {
  checkSettings(settingsForm, settings);
  const { providerOptions, maxBatch = 96, thresholds } = settings;
  return {
    id: `${model.provider}/${model.modelId}-${dimensions}`,
    dimensions,
    maxBatch,
    thresholds: thresholds ?? unknownModel,
    ...(thresholds && { thresholdsAreSet: true }),
    async embed(texts, { signal } = {}) {
      signal?.throwIfAborted();
      if (texts.length === 0) return { vectors: [], tokens: 0 };
      const values = texts.map((text) => (text.trim() === '' ? '.' : text.toWellFormed()));
      const options = {
        values,
        ...(signal && { abortSignal: signal }),
        ...(providerOptions && { providerOptions }),
      };
      const { embeddings, usage } = await model.doEmbed(options).then(undefined, (error: unknown) => {
        signal?.throwIfAborted();
        throw toFailure(error, values);
      });
      if (embeddings.length !== texts.length) {
        throw failed(`${embeddings.length} vectors for ${texts.length} texts`, true);
      }
      return { vectors: embeddings.map(toUnitLength), tokens: usage?.tokens ?? 0 };
    },
  };
}

function toUnitLength(vector: number[]): number[] {
  if (vector.length !== dimensions)
    throw failed(`${vector.length} dimensions instead of ${dimensions}`, false);
  const length = Math.hypot(...vector);
  if (!Number.isFinite(length) || length === 0) throw failed('a vector that is zero or not finite', true);
  return vector.map((value) => value / length);
}

const failed = (what: string, isRetryable: boolean): MemoryError =>
  new MemoryError('embedding_failed', `the embedding model returned ${what}`, { isRetryable });

function toFailure(error: unknown, texts: string[]): MemoryError {
  const { statusCode: status, isRetryable = status === undefined } = failure.catch({}).parse(error);
  if (status === 401 || status === 403) {
    return new MemoryError('access_refused', `the embedding model refused the key (${status})`);
  }
  return new MemoryError(
    'embedding_failed',
    `the embedding model failed: ${withoutQuotes(messageOf(error), texts)}`,
    {
      isRetryable,
      isAway: status === undefined ? isUnreachable(error) : status === 429 || status === 503,
    },
  );
}
