/**
 * Runs a function with a signal that aborts after `milliseconds` or with the caller's signal. Does not wait longer, even if the function
 * ignores the signal. Rejects with the caller's reason, or with a `TimeoutError` (`isTimeout`).
 */
export async function withTimeLimit<Result>(
  run: (signal: AbortSignal) => Promise<Result>,
  { milliseconds, signal }: { milliseconds: number; signal?: AbortSignal | undefined },
): Promise<Result> {
  const limit = AbortSignal.timeout(milliseconds);
  const either = signal ? AbortSignal.any([signal, limit]) : limit;
  either.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(either.reason);
  either.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([run(either), aborted]);
  } finally {
    either.removeEventListener('abort', onAbort);
  }
}

export function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
