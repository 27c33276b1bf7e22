import { systemClock } from '../clock.ts';
import { isUnreachable, messagesOf } from '../errors.ts';
import type { ModelRequest } from '../ports.ts';
import { withoutQuotes } from '../text/without-quotes.ts';
import { type ApiError, isApiError, isApiTimeout } from '../open-client.ts';
import { ProviderFailure } from './provider-failure.ts';
import { isTooLong } from './too-long.ts';

/** Turns an error that the SDK threw for a request into a failure. */
export function toProviderFailure(error: unknown, apiKey: string, request: ModelRequest): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  if (isApiTimeout(error)) {
    return new ProviderFailure('model_failed', 'did not answer in time', { cause: error });
  }
  const status = isApiError(error) && typeof error.status === 'number' ? error.status : null;
  // the message may quote the key, so it is not passed on
  if (status === 401) return new ProviderFailure('access_refused', `refused the key (${status})`);
  const said = withoutKey(messagesOf(error), apiKey);
  const message = withoutQuotes(said, textsOf(request));
  // the cause also has the provider's message, with everything that it quotes
  const cause = status === null ? error : undefined;
  // not allowed, not paid, or no such model
  const isUnpaid = isApiError(error) && [error.code, error.type].includes('insufficient_quota');
  if (status === 402 || status === 403 || status === 404 || isUnpaid)
    return new ProviderFailure('access_refused', message, { cause });
  if (isApiError(error) && isTooLong({ ...namesOf(error), status, message: said })) {
    return new ProviderFailure('context_too_long', message, { cause });
  }
  if (status !== null && !isRetryableStatus(status)) {
    return new ProviderFailure('model_refused', message, { cause });
  }
  // without a status: no connection, a cut socket, or a body that is not JSON
  const retryAfter = isApiError(error) ? readRetryAfter(error.headers) : null;
  const isAway = status === null ? isUnreachable(error) : overloadedStatuses.has(status);
  return new ProviderFailure('model_failed', message, { cause, retryAfter, isAway });
}

const textsOf = ({ messages }: ModelRequest): string[] =>
  messages.flatMap((message) => [
    message.content,
    ...('toolCalls' in message ? (message.toolCalls ?? []).map((call) => call.arguments) : []),
  ]);

/** A proxy may quote the request. Shorter keys are placeholders for local servers. */
const withoutKey = (text: string, apiKey: string): string =>
  (apiKey.length >= 8 ? text.replaceAll(apiKey, '[key]') : text).replaceAll(/\bsk-[\w*.-]{6,}/gu, '[key]');

/** A code can be a number. */
const namesOf = ({ code, type }: ApiError) => ({ code: String(code), type: String(type) });

/** With which a provider says that it has too much to do. */
const overloadedStatuses = new Set([429, 503, 529]);

const isRetryableStatus = (status: number): boolean =>
  status === 408 || status === 409 || status === 425 || status === 429 || status >= 500;

/** Milliseconds of a `Retry-After`, in seconds or as a date, which is compared with the date of the answer. */
function readRetryAfter(headers: Headers | undefined): number | null {
  const milliseconds = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (milliseconds >= 0) return milliseconds;
  const given = headers?.get('retry-after')?.trim() ?? '';
  if (/^\d+(?:\.\d+)?s?$/u.test(given)) return Number.parseFloat(given) * 1_000;
  if (!/[a-z]/iu.test(given)) return null;
  const answered = Date.parse(headers?.get('date') ?? '');
  const wait = Date.parse(given) - (Number.isFinite(answered) ? answered : systemClock.now().getTime());
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}
