import { z } from 'zod';
import { checkSettings } from '../calls/check-calls.ts';
import { addressOf, isOneService, oneService, openAIClient, type OpenAIService } from '../openai-client.ts';
import type { EmbeddingModel, EmbeddingThresholds } from '../ports.ts';
import { httpAddress } from '../calls/settings-form.ts';
import { isLocalAddress } from '../text/local-address.ts';
import type { createOpenAIRequests } from './openai-requests.ts';

/** Which service and model `createOpenAIEmbedder` asks, and how. */
export type OpenAIEmbedderSettings = OpenAIService & {
  model: string;
  /** Requested from the server; an answer with another number is an error. The store holds 512. */
  dimensions?: number;
  /** Milliseconds for one request, including the answer's body. By default 30 seconds, and five minutes for a server of one's own. */
  timeout?: number;
  /** How requests are made. The platform's own fetch waits five minutes at most. */
  fetch?: typeof globalThis.fetch;
};

/** Settings with more fields are accepted. */
const settingsForm = z
  .object({
    client: openAIClient.optional(),
    apiKey: z.string().min(1).optional(),
    baseURL: httpAddress.optional(),
    model: z.string().min(1),
    dimensions: z.int().min(1).optional(),
    timeout: z.number().min(1).optional(),
    fetch: z.custom((value) => value === undefined || typeof value === 'function').optional(),
  })
  .refine(isOneService, oneService);

const publicTimeout = 30_000;
/** A server of one's own first loads the model. */
const localTimeout = 5 * 60_000;

/** Statements have up to 2,000 characters, so a full batch stays below the service's 300,000 tokens per request. */
const maximumBatch = 128;

/**
 * Measured for 512 dimensions: a question and its answer score 0.25 to 0.60, unrelated texts 0.05 to 0.25.
 */
const thresholdsByModel: Record<string, EmbeddingThresholds> = {
  'text-embedding-3-small': { retrieval: 0.3, noiseFloor: 0.18 },
};
/** For an unknown model: typical values. `pnpm memory calibrate` measures better ones. */
const unknownModel: EmbeddingThresholds = { retrieval: 0.4, noiseFloor: 0.25 };

/**
 * Returns an embedder for OpenAI's `/embeddings` and compatible servers. Makes one request per `embed`, none for an
 * empty list, and does not retry, except without a field that the service refuses. Texts above 8,000 tokens are cut. Throws `MemoryError`: `embedding_failed`,
 * retryable if the service was down, slow or busy, but not if it refused the texts or the dimensions;
 * `access_refused` if it refused the key, the account or the model; `package_missing` if `openai` is not installed.
 */
export function createOpenAIEmbedder(settings: OpenAIEmbedderSettings): EmbeddingModel {
  checkSettings(settingsForm, settings);
  const { client, model, dimensions = 512, fetch } = settings;
  const { apiKey, baseURL } = addressOf(settings);
  const { timeout = isLocalAddress(baseURL) ? localTimeout : publicTimeout } = settings;
  let request: Awaited<ReturnType<typeof createOpenAIRequests>> | undefined;

  return {
    id: `${model}-${dimensions}`,
    dimensions,
    maxBatch: maximumBatch,
    thresholds: thresholdsByModel[model] ?? unknownModel,
    async embed(texts, { signal } = {}) {
      signal?.throwIfAborted();
      if (texts.length === 0) return { vectors: [], tokens: 0 };
      request ??= await openRequests();
      return request(texts, signal);
    },
  };

  /** Loads the client with the first request: most hosts have another embedder. */
  async function openRequests() {
    const driver = await import('./openai-requests.ts');
    return driver.createOpenAIRequests({ client, apiKey, baseURL, model, dimensions, timeout, fetch });
  }
}
