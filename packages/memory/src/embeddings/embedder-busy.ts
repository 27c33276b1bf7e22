import { MemoryError } from '../errors.ts';

/** The embedding service is down, slow or busy. `isAway`: no text can be to blame. */
export class EmbedderBusy extends MemoryError {
  constructor(message: string, options: { cause?: unknown; isAway?: boolean } = {}) {
    super('embedding_failed', message, { ...options, isRetryable: true });
  }
}
