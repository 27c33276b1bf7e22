import { MemoryError, withoutQuotes, type ModelRequest } from '@devai/memory';
import { APIConnectionTimeoutError, APIError } from 'openai';

/**
 * Why one provider did not answer. `isRetryable`: the same request can succeed there a little later; otherwise only
 * another provider can help. Neither the message nor a cause holds a key, or quotes the request: both go to the log.
 */
export class ProviderFailure extends MemoryError {
  /** Milliseconds that the provider asks to wait; null when it did not say. */
  readonly retryAfter: number | null;

  constructor(
    code: 'model_failed' | 'access_refused' | 'model_refused' | 'context_too_long',
    message: string,
    options: { cause?: unknown; isRetryable?: boolean; retryAfter?: number | null } = {},
  ) {
    super(code, message, options);
    this.retryAfter = options.retryAfter ?? null;
  }
}

/** Turns an error that the SDK threw for a request into a failure. */
export function toProviderFailure(error: unknown, apiKey: string, request: ModelRequest): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  if (error instanceof APIConnectionTimeoutError) {
    return new ProviderFailure('model_failed', 'did not answer in time', { cause: error });
  }
  const status = error instanceof APIError && typeof error.status === 'number' ? error.status : null;
  // the message may quote the key, so it is not passed on
  if (status === 401 || status === 403)
    return new ProviderFailure('access_refused', `refused the key (${status})`);
  const said = withoutKey(shortMessage(error), apiKey);
  const message = withoutQuotes(said, textsOf(request));
  // the cause also has the provider's message, with everything that it quotes
  const cause = status === null ? error : undefined;
  // not paid, or no such model
  if (status === 402 || status === 404) return new ProviderFailure('access_refused', message, { cause });
  if (status !== null && isTooLong(error, said)) {
    return new ProviderFailure('context_too_long', message, { cause });
  }
  if (status !== null && !isRetryableStatus(status)) {
    return new ProviderFailure('model_refused', message, { cause });
  }
  // without a status: no connection, a cut socket, or a body that is not JSON
  const retryAfter = error instanceof APIError ? readRetryAfter(error.headers) : null;
  return new ProviderFailure('model_failed', message, { cause, retryAfter });
}

const textsOf = ({ messages }: ModelRequest): string[] =>
  messages.flatMap((message) => [
    message.content,
    ...('toolCalls' in message ? (message.toolCalls ?? []).map((call) => call.arguments) : []),
  ]);

/** A proxy may quote the request. Shorter keys are placeholders for local servers. */
const withoutKey = (text: string, apiKey: string): string =>
  apiKey.length >= 8 ? text.replaceAll(apiKey, '[key]') : text;

/** As OpenAI, Z.AI, vLLM, llama.cpp, Ollama and gateways before them say it. */
const isTooLong = (error: unknown, message: string): boolean =>
  (error instanceof APIError && error.code === 'context_length_exceeded') ||
  /context[ _](?:length|window|size)|maximum context|prompt is too long|too many (?:input )?tokens|exceeds? the (?:model|maximum|available)|prompt exceeds/iu.test(
    message,
  );

const isRetryableStatus = (status: number): boolean =>
  status === 408 || status === 409 || status === 429 || status >= 500;

/** The message of an error and of its causes: "Connection error.: fetch failed: connect ECONNREFUSED …". */
function shortMessage(error: unknown): string {
  const messages: string[] = [];
  for (let cause = error; cause instanceof Error && messages.length < 4; cause = cause.cause)
    messages.push(cause.message);
  const text = messages.length > 0 ? messages.join(': ') : String(error);
  return text.replaceAll(/\s+/g, ' ').slice(0, 300);
}

/** Milliseconds of a `Retry-After` in seconds. Its other form, a date, depends on two clocks and is ignored. */
function readRetryAfter(headers: Headers | undefined): number | null {
  const seconds = Number.parseFloat(headers?.get('retry-after') ?? '');
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null;
}
