/**
 * Every error code of the library, with what to do about it. docs/errors.md lists them; a test compares.
 */
export const errorCodes = {
  invalid_input: { retryable: false, help: 'Correct the named field and call again.' },
  not_found: {
    retryable: false,
    help: 'Check the id. The record may have been forgotten, or never existed.',
  },
  unreadable_document: {
    retryable: false,
    help: 'The file cannot be turned into text; the message says why. Convert the file, or leave it out.',
  },
  unsupported_document: {
    retryable: false,
    help: 'Files of this type cannot be read; the message says which can. Convert the file, or leave it out.',
  },
  conflict: {
    retryable: false,
    help: 'The record changed since you read it, its state does not allow the call, or it belongs to another project; the message says which. Read it again before you repeat.',
  },
  session_busy: {
    retryable: true,
    help: 'Another process is running a turn in this session. Wait until it ends; if that process has died, wait half a minute.',
  },
  lease_lost: { retryable: true, help: 'Another worker took over the job. Nothing was applied.' },
  database_unavailable: {
    retryable: true,
    help: 'The store cannot be reached, or cannot work now (disk full, out of memory, no free connection). Check that it is running, and check its address and disk.',
  },
  database_locked: {
    retryable: false,
    help: 'Another process holds the embedded store. Stop it, or use its API.',
  },
  database_newer: {
    retryable: false,
    help: 'The store was written by a newer version. Update the software.',
  },
  database_outdated: {
    retryable: false,
    help: 'The store lacks migrations or functions of this version, and was opened with `migrate: false` or over the API of Supabase. Run `pnpm db migrate`, or open it with migrations.',
  },
  database_failed: {
    retryable: false,
    help: 'The store refused the call or could not be opened. Its own error says why.',
  },
  package_missing: {
    retryable: false,
    help: 'A package that this kind of store or client needs is not installed. Run the command in the message.',
  },
  journal_failed: {
    retryable: true,
    help: 'The store is down, and the journal could not be written either (disk full, no permission). Fix that, then send the message again.',
  },
  embedding_failed: {
    retryable: true,
    help: 'The embedding service did not answer, or the local model failed or is not loaded yet. Check key, address and limits, or see what `GET /api/health` says.',
  },
  model_failed: {
    retryable: true,
    help: 'No model answered. Check the key, address and limits of each provider.',
  },
  access_refused: {
    retryable: false,
    help: 'The provider refuses the key, the account or the model name. Correct it or pay the bill. Background work waits and continues within an hour, or at once after `memory jobs retry --all`.',
  },
  model_refused: {
    retryable: false,
    help: 'The provider rejected the request, because of its form, size or content.',
  },
  context_too_long: {
    retryable: false,
    help: 'The prompt does not fit the model. Set its window (OPENAI_CONTEXT_WINDOW, ZAI_CONTEXT_WINDOW).',
  },
  malformed_answer: {
    retryable: true,
    help: 'The model answered in the wrong format twice. The call will be retried later.',
  },
  closed: { retryable: false, help: 'This memory was closed. Create a new one.' },
} as const satisfies Record<string, { retryable: boolean; help: string }>;

/** The stable name of a kind of error. */
export type ErrorCode = keyof typeof errorCodes;

/**
 * What every part of the library throws. `code` is stable; `message` is for people and may change. `isRetryable`: the same call, unchanged,
 * may succeed a little later. Where one code has both kinds, the throwing place says which.
 */
export class MemoryError extends Error {
  override readonly name = 'MemoryError';
  readonly code: ErrorCode;
  readonly isRetryable: boolean;
  /** Whether a service was not reached, or has too much to do: the call was fine, and a job does not lose a try by it. */
  readonly isAway: boolean;

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; isRetryable?: boolean; isAway?: boolean } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.code = code;
    this.isRetryable = options.isRetryable ?? errorCodes[code].retryable;
    this.isAway = options.isAway ?? false;
  }
}

const unreachable =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|UND_ERR_CONNECT_TIMEOUT)$/u;

/** Whether no connection to a server could be made, by what the system says in an error or its causes. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && unreachable.test(String(error.code))) return true;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isUnreachable);
  return isUnreachable(error.cause);
}

/** Whether the store is down or cannot work at all. The call itself was fine: wait and repeat it. */
export const isOutage = (error: unknown): boolean =>
  error instanceof MemoryError && error.code === 'database_unavailable';

/**
 * Whether the store failed, whatever it said: it is away, has no connection left, misses a function. What is wrong with the call
 * itself has codes of its own.
 */
export const isStoreFailure = (error: unknown): boolean =>
  isOutage(error) || (error instanceof MemoryError && error.code === 'database_failed');

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The message of an error and of its causes: "Connection error.: fetch failed: connect ECONNREFUSED …". */
export function messagesOf(error: unknown): string {
  const messages: string[] = [];
  for (let cause = error; cause instanceof Error && messages.length < 4; cause = cause.cause)
    messages.push(cause.message);
  const text = messages.length > 0 ? messages.join(': ') : String(error);
  return text.replaceAll(/\s+/g, ' ').slice(0, 300);
}
