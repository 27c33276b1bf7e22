import { isDeepStrictEqual } from 'node:util';
import OpenAI, { APIConnectionTimeoutError, APIError } from 'openai';
import { z } from 'zod';
import { checkSettings } from '../calls/check-calls.ts';
import { isUnreachable, MemoryError, messagesOf } from '../errors.ts';
import type { EmbeddingModel, Embeddings, EmbeddingThresholds } from '../ports.ts';
import { EmbedderBusy } from './embedder-busy.ts';
import { httpAddress } from '../calls/settings-form.ts';
import { isLocalAddress } from './local-address.ts';
import { truncateToTokens } from '../text/tokens.ts';
import { withoutQuotes } from '../text/without-quotes.ts';

export type OpenAIEmbedderSettings = {
  apiKey: string;
  /** The address of an OpenAI-compatible server; undefined: OpenAI's own. */
  baseURL?: string | undefined;
  model: string;
  /** Requested from the server; an answer with another number is an error. The store holds 512. */
  dimensions?: number;
  /** Milliseconds for one request, including the answer's body. By default 30 seconds, and five minutes for a server of one's own. */
  timeout?: number;
  /** How requests are made. The platform's own fetch waits five minutes at most. */
  fetch?: typeof globalThis.fetch;
};

/** Settings with more fields are accepted. */
const settingsForm = z.object({
  apiKey: z.string().min(1),
  baseURL: httpAddress.optional(),
  model: z.string().min(1),
  dimensions: z.int().min(1).optional(),
  timeout: z.number().min(1).optional(),
  fetch: z.custom((value) => value === undefined || typeof value === 'function').optional(),
});

const publicAddress = 'https://api.openai.com/v1';
const publicTimeout = 30_000;
/** A server of one's own first loads the model. */
const localTimeout = 5 * 60_000;

/** The service takes 8,192 tokens per text; a longer one would fail the whole batch. */
const maximumTokens = 8_000;
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

const tokens = z.int().nonnegative().nullish().catch(undefined);
/** Only the vectors are needed. Some services leave out the index, or the one that is 0. */
const answerShape = z.object({
  data: z.array(z.object({ index: z.int().nullish().catch(undefined), embedding: z.array(z.number()) })),
  usage: z.object({ total_tokens: tokens, prompt_tokens: tokens }).nullish().catch(undefined),
});

type Form = { dimensions: boolean; encoding: 'base64' | 'float' };
/** What a service may refuse in a request: other forms by what its refusal says. */
const forms: [says: RegExp, other: Partial<Form>][] = [
  [/dimension|matryoshka|output size/iu, { dimensions: false }],
  [/encoding|base64/iu, { encoding: 'float' }],
];

/**
 * Returns an embedder for OpenAI's `/embeddings` and compatible servers. Makes one request per `embed`, none for an
 * empty list, and does not retry, except without a field that the service refuses. Texts above 8,000 tokens are cut. Throws `MemoryError`: `embedding_failed`,
 * retryable if the service was down, slow or busy, but not if it refused the texts or the dimensions;
 * `access_refused` if it refused the key, the account or the model.
 */
export function createOpenAIEmbedder(settings: OpenAIEmbedderSettings): EmbeddingModel {
  checkSettings(settingsForm, settings);
  const { apiKey, baseURL, model, dimensions = 512, fetch } = settings;
  const { timeout = isLocalAddress(baseURL ?? publicAddress) ? localTimeout : publicTimeout } = settings;
  const client = new OpenAI({
    apiKey,
    baseURL: baseURL ?? publicAddress,
    // null, so that the client reads nothing from the environment
    organization: null,
    project: null,
    maxRetries: 0,
    logLevel: 'off',
    ...(fetch && { fetch }),
  });
  let form: Form = { dimensions: true, encoding: 'base64' };

  return {
    id: `${model}-${dimensions}`,
    dimensions,
    maxBatch: maximumBatch,
    thresholds: thresholdsByModel[model] ?? unknownModel,
    async embed(texts, { signal } = {}) {
      signal?.throwIfAborted();
      if (texts.length === 0) return { vectors: [], tokens: 0 };
      const input = texts.map(toInput);
      const answer = await ask(input, signal).catch((error: unknown) => {
        signal?.throwIfAborted();
        throw requestError(error, timeout, input);
      });
      return readAnswer(answer, texts.length, dimensions);
    },
  };

  async function ask(input: string[], signal: AbortSignal | undefined): Promise<unknown> {
    for (let asked = form; ;) {
      try {
        const answer: unknown = await client.embeddings.create(
          {
            model,
            input,
            ...(asked.dimensions && { dimensions }),
            // the SDK asks for base64 by itself, and reads it
            ...(asked.encoding === 'float' && { encoding_format: 'float' as const }),
          },
          { timeout, ...(signal ? { signal } : {}) },
        );
        form = asked;
        return answer;
      } catch (error) {
        const other = otherForm(asked, error);
        if (!other) throw error;
        asked = other;
      }
    }
  }
}

function otherForm(form: Form, error: unknown): Form | null {
  if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return null;
  const { message } = error;
  for (const [says, change] of forms) {
    const other = { ...form, ...change };
    if (says.test(message) && !isDeepStrictEqual(other, form)) return other;
  }
  return null;
}

/** The service rejects an empty text and lone surrogates. */
function toInput(text: string): string {
  const kept = truncateToTokens(text.toWellFormed(), maximumTokens);
  return kept.trim() === '' ? '.' : kept;
}

function readAnswer(answer: unknown, count: number, dimensions: number): Embeddings {
  const parsed = answerShape.safeParse(answer);
  if (!parsed.success)
    throw answerError(`an answer in an unknown format: ${z.prettifyError(parsed.error)}`, true);
  const { data, usage } = parsed.data;
  const sorted = inPlace(data);
  if (sorted.length !== count || sorted.some(({ index }, position) => index !== position)) {
    throw answerError(`${data.length} vectors for ${count} texts, or not one for each index`, true);
  }
  const vectors = sorted.map(({ embedding }) => {
    if (embedding.length === dimensions) return toUnitLength(embedding);
    throw answerError(`${embedding.length} dimensions instead of ${dimensions}`, false);
  });
  return { vectors, tokens: usage?.total_tokens ?? usage?.prompt_tokens ?? 0 };
}

/** Sorts by index. Those without one have, in their order, the indexes that are left. */
function inPlace(data: { index?: number | null | undefined; embedding: number[] }[]) {
  const given = new Set(data.flatMap(({ index }) => index ?? []));
  const left = data.keys().filter((index) => !given.has(index));
  return data
    .map(({ index, embedding }) => ({ index: index ?? left.next().value ?? -1, embedding }))
    .toSorted((one, other) => one.index - other.index);
}

/** Some local servers return vectors that are not normalised. */
function toUnitLength(vector: number[]): number[] {
  const length = Math.hypot(...vector);
  if (!Number.isFinite(length) || length === 0)
    throw answerError('a vector that is zero or not finite', true);
  return vector.map((value) => value / length);
}

const answerError = (what: string, isRetryable: boolean): MemoryError =>
  new MemoryError('embedding_failed', `the embedding service returned ${what}`, { isRetryable });

/** Of a service that is down or busy. */
const busyStatuses = new Set([408, 429, 502, 503, 504]);
/** With which it says that it has too much to do. */
const overloadedStatuses = new Set([429, 503]);

function requestError(error: unknown, timeout: number, texts: string[]): MemoryError {
  if (error instanceof APIConnectionTimeoutError) {
    return new EmbedderBusy(`the embedding service did not answer within ${timeout} ms`, {
      cause: error,
    });
  }
  const status = error instanceof APIError && typeof error.status === 'number' ? error.status : null;
  // the message may quote the rejected key, so it is not passed on
  if (status === 401 || status === 403) {
    return new MemoryError('access_refused', `the embedding service refused the key (${status})`);
  }
  const text = withoutQuotes(messagesOf(error), texts);
  // the cause contains the service's message with everything that it quotes
  const cause = status === null ? error : undefined;
  if (status === 402 || status === 404) {
    return new MemoryError('access_refused', `the embedding service refused: ${text}`, { cause });
  }
  const message = `the embedding service failed: ${text}`;
  // without a status: no connection, or a cut one
  if (status === null || busyStatuses.has(status)) {
    const isAway = status === null ? isUnreachable(error) : overloadedStatuses.has(status);
    return new EmbedderBusy(message, { cause, isAway });
  }
  return new MemoryError('embedding_failed', message, { cause, isRetryable: status >= 500 });
}
