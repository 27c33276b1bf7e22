import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { isUnreachable, MemoryError, messagesOf } from '../errors.ts';
import { clientOf, isApiError, isApiTimeout } from '../open-client.ts';
import type { OpenAIClient } from '../openai-client.ts';
import type { Embeddings } from '../ports.ts';
import { EmbedderBusy } from './embedder-busy.ts';
import { truncateToTokens } from '../text/tokens.ts';
import { withoutQuotes } from '../text/without-quotes.ts';

type ServiceSettings = {
  /** The host's own, of that address. */
  client: OpenAIClient | undefined;
  apiKey: string;
  baseURL: string;
  model: string;
  dimensions: number;
  timeout: number;
  fetch: typeof globalThis.fetch | undefined;
};

/** The service takes 8,192 tokens per text; a longer one would fail the whole batch. */
const maximumTokens = 8_000;
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

/** Returns what asks a service for vectors, as `createOpenAIEmbedder` promises. */
export async function createOpenAIRequests({
  model,
  dimensions,
  timeout,
  fetch,
  ...service
}: ServiceSettings) {
  const client = await clientOf(service, () => fetch);
  let form: Form = { dimensions: true, encoding: 'base64' };

  return async (texts: string[], signal: AbortSignal | undefined): Promise<Embeddings> => {
    const input = texts.map(toInput);
    const answer = await ask(input, signal).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw requestError(error, timeout, input);
    });
    return readAnswer(answer, texts.length, dimensions);
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
  if (!isApiError(error) || (error.status !== 400 && error.status !== 422)) return null;
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
  if (isApiTimeout(error)) {
    return new EmbedderBusy(`the embedding service did not answer within ${timeout} ms`, {
      cause: error,
    });
  }
  const status = isApiError(error) && typeof error.status === 'number' ? error.status : null;
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
