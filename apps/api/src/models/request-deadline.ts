import { ProviderFailure } from './provider-failure.ts';

/** Milliseconds that a provider may take. */
export type ModelTimeouts = {
  /** For an answer in one piece, from the request to its last byte. */
  whole: number;
  /** Before the first part of a stream. */
  first: number;
  /** Between two parts of a stream: a model that thinks says nothing for a while. */
  idle: number;
  /** For a stream from the request to its end. */
  stream: number;
};

export const defaultTimeouts: ModelTimeouts = {
  whole: 240_000,
  first: 60_000,
  idle: 120_000,
  stream: 900_000,
};

/**
 * A signal that is aborted by the caller's signal or by a timer, with the reason of the first. The SDK's own
 * timeout ends with the headers of a stream, and its error does not say who stopped it: ask the signal. Always close it.
 */
export function openDeadline(
  caller: AbortSignal | undefined,
  { total, parts }: { total: number; parts?: Pick<ModelTimeouts, 'first' | 'idle'> },
) {
  const timer = new AbortController();
  const limit = (milliseconds: number, what: string) =>
    setTimeout(
      () => timer.abort(new ProviderFailure('model_failed', `${what} ${milliseconds} ms`)),
      milliseconds,
    );
  const end = limit(total, 'did not finish within');
  let part = parts && limit(parts.first, 'sent nothing for');
  return {
    signal: AbortSignal.any([timer.signal, ...(caller ? [caller] : [])]),
    /** A part came: the timer for the next one starts. */
    touch(): void {
      clearTimeout(part);
      part = parts && limit(parts.idle, 'sent nothing for');
    },
    close(): void {
      clearTimeout(end);
      clearTimeout(part);
    },
  };
}
