/**
 * Every error code of the library, with what to do about it. docs/errors.md lists them; a test compares.
 */
export const errorCodes = {
  invalid_input: { retryable: false, help: 'Correct the named field and call again.' },
  not_found: { retryable: false, help: 'Check the id: it may have been forgotten or never existed.' },
  conflict: { retryable: true, help: 'Somebody else changed the same row first. Read it again and repeat.' },
  lease_lost: { retryable: true, help: 'The job was taken up by another worker. Nothing was applied.' },
  database_unavailable: {
    retryable: true,
    help: 'The store cannot be reached. Check that it runs and its address.',
  },
  database_locked: {
    retryable: false,
    help: 'Another process holds the embedded store. Stop it, or use its API.',
  },
  database_newer: {
    retryable: false,
    help: 'The store was written by a newer version. Update the software.',
  },
  database_failed: { retryable: false, help: 'The store refused the call. The cause says why.' },
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

/** 22DV1 to 22DV4 are raised by the SQL functions: class 22, which every way into Postgres lets through. */
const codeBySqlState: Record<string, ErrorCode> = {
  '22DV1': 'invalid_input',
  '22DV2': 'not_found',
  '22DV3': 'conflict',
  '22DV4': 'lease_lost',
  // what a table's own checks and types refuse: a malformed id, a text that is too long, a missing value
  '22P02': 'invalid_input',
  '23502': 'invalid_input',
  '23514': 'invalid_input',
};

const unavailableSqlState = /^(08|57P0[123]|53300)/;

/** Turns what a driver threw into a `MemoryError`. `sqlState` is undefined when the server was not reached. */
export function databaseError(sqlState: string | undefined, cause: unknown): MemoryError {
  const text = messageOf(cause);
  if (sqlState === undefined || unavailableSqlState.test(sqlState)) {
    return new MemoryError('database_unavailable', `the store cannot be reached: ${text}`, { cause });
  }
  return new MemoryError(codeBySqlState[sqlState] ?? 'database_failed', text, {
    cause,
    ...(sqlState === '40001' || sqlState === '40P01' ? { isRetryable: true } : {}),
  });
}

/** Node's error for an address of two families, both refused, has no text of its own. */
function messageOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(messageOf).join('; ');
  return cause instanceof Error ? cause.message : String(cause);
}
