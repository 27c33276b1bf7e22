import { isLocalAddress } from '../text/local-address.ts';
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

const second = 1_000;
const minute = 60 * second;

const publicTimeouts: ModelTimeouts = {
  whole: 4 * minute,
  first: 2 * minute,
  idle: 2 * minute,
  stream: 15 * minute,
};
/** A server of one's own first loads the model, and reads a long prompt at the speed of the machine. */
const localTimeouts: ModelTimeouts = {
  whole: 20 * minute,
  first: 15 * minute,
  idle: 5 * minute,
  stream: 60 * minute,
};

/** The time limits of a provider that are not set, by its address. */
export const timeoutsFor = (baseURL: string): ModelTimeouts =>
  isLocalAddress(baseURL) ? localTimeouts : publicTimeouts;

/**
 * A signal that is aborted by the caller's signal, by a timer, with the reason of the first, and by `close`. The SDK's own
 * timeout ends with the headers of a stream, and its error does not say who stopped it: ask the signal. Always close it.
 */
export function openDeadline(
  caller: AbortSignal | undefined,
  {
    total,
    parts,
    isLoading = false,
  }: {
    total: number;
    parts?: Pick<ModelTimeouts, 'first' | 'idle'>;
    /** Whether a server that has sent nothing may be loading its model. */
    isLoading?: boolean;
  },
) {
  const timer = new AbortController();
  let isUnderWay = isLoading;
  const limit = (milliseconds: number, what: string, isBusy = false) =>
    setTimeout(() => {
      const reason = `${what} ${milliseconds} ms`;
      timer.abort(new ProviderFailure('model_failed', reason, { isUnderWay: isBusy || isUnderWay }));
    }, milliseconds);
  // a stream that has not stalled by then is long, and would be again
  const end = limit(total, 'did not finish within', parts !== undefined);
  let part = parts && limit(parts.first, 'sent nothing for');
  return {
    signal: AbortSignal.any([timer.signal, ...(caller ? [caller] : [])]),
    /** A part came: the timer for the next one starts. */
    touch(): void {
      isUnderWay = false;
      clearTimeout(part);
      part = parts && limit(parts.idle, 'sent nothing for');
    },
    close(): void {
      clearTimeout(end);
      clearTimeout(part);
      timer.abort(new Error('the answer is read'));
    },
  };
}
