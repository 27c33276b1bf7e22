import { MemoryError } from '../errors.ts';

/**
 * Why one provider did not answer. `isRetryable`: the same request can succeed there a little later; otherwise only
 * another provider can help. Neither the message nor a cause holds a key, or quotes the request: both go to the log.
 */
export class ProviderFailure extends MemoryError {
  /** Milliseconds that the provider asks to wait; null when it did not say. */
  readonly retryAfter: number | null;
  /** Whether the provider may still be at the request, so that another one would only begin it anew. */
  readonly isUnderWay: boolean;

  constructor(
    code: 'model_failed' | 'access_refused' | 'model_refused' | 'context_too_long',
    message: string,
    options: {
      cause?: unknown;
      isRetryable?: boolean;
      isAway?: boolean;
      retryAfter?: number | null;
      isUnderWay?: boolean;
    } = {},
  ) {
    super(code, message, options);
    this.retryAfter = options.retryAfter ?? null;
    this.isUnderWay = options.isUnderWay ?? false;
  }
}
