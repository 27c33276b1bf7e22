import { ProviderFailure } from './provider-failure.ts';

/** Milliseconds that a provider may take. */
export type ModelTimeouts = {
  /** For an answer in one piece, from the request to its last byte. */
  whole: number;
  /** Between two parts of a stream, and before the first: a model that thinks says nothing for a while. */
  idle: number;
  /** For a stream from the request to its end. */
  stream: number;
};

export const defaultTimeouts: ModelTimeouts = { whole: 240_000, idle: 120_000, stream: 900_000 };

type Deadline = {
  signal: AbortSignal;
  /** Something came: the idle timer starts anew. */
  touch(): void;
  /** Throws the caller's reason or the timer's failure when either stopped the request. */
  throwIfOver(): void;
  close(): void;
};

/**
 * A signal that is aborted by the caller's signal or by a timer, with the reason of whoever was first. The SDK's own
 * timeout ends with the headers of a stream, and what it throws does not tell who stopped it: ask `throwIfOver`.
 * Close it always.
 */
export function openDeadline(
  signal: AbortSignal | undefined,
  limits: { total: number; idle?: number },
): Deadline {
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  const expire = (what: string) => () => controller.abort(new ProviderFailure('model_failed', what));
  const total = setTimeout(expire(`did not finish within ${limits.total} ms`), limits.total);
  const idle =
    limits.idle === undefined
      ? undefined
      : setTimeout(expire(`sent nothing for ${limits.idle} ms`), limits.idle);
  return {
    signal: controller.signal,
    touch: () => void idle?.refresh(),
    throwIfOver: () => controller.signal.throwIfAborted(),
    close() {
      clearTimeout(total);
      clearTimeout(idle);
      signal?.removeEventListener('abort', abort);
    },
  };
}
