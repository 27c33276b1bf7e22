import { longestTimer, type Caller } from '../users/caller.ts';
import type { Served } from './routes.ts';

/** Milliseconds between two keep-alive lines of an idle stream. */
export const silence = 15_000;

/** Aborted when the caller's token expires. */
export function endOf({ expiresAt }: Caller, clock: Served['clock']): AbortSignal[] {
  const left = expiresAt && expiresAt.getTime() - clock.now().getTime();
  return left === null ? [] : [AbortSignal.timeout(Math.max(0, Math.min(left, longestTimer)))];
}

/** Waits for a value; null when the time is over or the signal is aborted. */
export async function within<Value>(
  milliseconds: number,
  value: Promise<Value>,
  signal: AbortSignal,
): Promise<Value | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const end = () => resolve(null);
  const timer = setTimeout(end, milliseconds);
  signal.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([value, promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}
