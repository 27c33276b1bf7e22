/**
 * Every error code of the library, with what to do about it. docs/errors.md lists them; a test compares.
 */
export const errorCodes = {
  invalid_input: { retryable: false, help: 'Correct the named field and call again.' },
  not_found: { retryable: false, help: 'Check the id: it may have been forgotten or never existed.' },
  conflict: {
    retryable: true,
    help: 'It is not, or no longer, as the call needs it; the message says how. Read it again before you repeat.',
  },
  lease_lost: { retryable: true, help: 'The job was taken up by another worker. Nothing was applied.' },
  database_unavailable: {
    retryable: true,
    help: 'The store cannot be reached, or cannot work now (disk full, no memory, no free connection). Check that it runs, its address and its disk.',
  },
  database_locked: {
    retryable: false,
    help: 'Another process holds the embedded store. Stop it, or use its API.',
  },
  database_newer: {
    retryable: false,
    help: 'The store was written by a newer version. Update the software.',
  },
  database_failed: {
    retryable: false,
    help: 'The store refused the call, or cannot be opened; its own words say why.',
  },
  journal_failed: {
    retryable: true,
    help: 'The store is away, and the journal cannot be written either (disk full, no permission). Make room, then send it again.',
  },
  embedding_failed: {
    retryable: true,
    help: 'The embedding service did not answer. Check key, address and limits.',
  },
  model_failed: {
    retryable: true,
    help: 'No model answered. Check key, address and limits of the providers.',
  },
  model_refused: { retryable: false, help: 'The provider rejected the request (key, model name or size).' },
  malformed_answer: {
    retryable: true,
    help: 'The model did not answer in the asked form, twice. It is tried again later.',
  },
  closed: { retryable: false, help: 'The memory was closed. Create it anew.' },
} as const satisfies Record<string, { retryable: boolean; help: string }>;

export type ErrorCode = keyof typeof errorCodes;

/** What every part of the library throws. `code` is stable; `message` is for people and may change. */
export class MemoryError extends Error {
  override readonly name = 'MemoryError';
  readonly code: ErrorCode;
  readonly isRetryable: boolean;

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; isRetryable?: boolean } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.code = code;
    this.isRetryable = options.isRetryable ?? errorCodes[code].retryable;
  }
}

/** The store is away, or cannot work at all: nothing is wrong with what was asked, and waiting is all there is to do. */
export const isOutage = (error: unknown): boolean =>
  error instanceof MemoryError && error.code === 'database_unavailable';
