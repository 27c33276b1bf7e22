/**
 * Runs a function with a signal that aborts after `milliseconds` or with the caller's signal. Does not wait longer, even if the function
 * ignores the signal. Rejects with the caller's reason, or with a `TimeoutError` (`isTimeout`).
 */
export async function withTimeLimit<Result>(
  run: (signal: AbortSignal) => Promise<Result>,
  { milliseconds, signal }: { milliseconds: number; signal?: AbortSignal | undefined },
): Promise<Result> {
  const limit = AbortSignal.timeout(milliseconds);
  return untilAborted(run, signal ? AbortSignal.any([signal, limit]) : limit);
}

/** Runs a function with a signal, and does not wait longer. Rejects with the signal's reason. */
export async function untilAborted<Result>(
  run: (signal: AbortSignal) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([run(signal), aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

export function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
