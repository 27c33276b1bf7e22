import { MemoryError } from '../errors.ts';

/** The embedding service is down, slow or busy, whatever the texts are: none of them is to blame. */
export class EmbedderBusy extends MemoryError {
  constructor(message: string, { cause }: { cause?: unknown } = {}) {
    super('embedding_failed', message, { cause, isRetryable: true });
  }
}
