import { MemoryError, type ErrorCode } from '../errors.ts';

/** A host that repeats a call which can never succeed repeats it forever. */
type Meaning = { code: ErrorCode; isRetryable?: boolean };

const outage: Meaning = { code: 'database_unavailable' };
const refused: Meaning = { code: 'invalid_input' };
/** It failed because of concurrent work: the same call may succeed at another time. */
const passing: Meaning = { code: 'database_failed', isRetryable: true };

/**
 * What a SQLSTATE means to the caller: whole codes before classes (two characters). All others are `database_failed`, and are not retryable.
 * 22DV1 to 22DV6 are raised by the SQL functions: class 22, which every API of Postgres passes on.
 */
const meanings: Record<string, Meaning> = {
  '22DV1': { code: 'invalid_input' },
  '22DV2': { code: 'not_found' },
  '22DV3': { code: 'conflict', isRetryable: true },
  '22DV4': { code: 'lease_lost' },
  '22DV5': { code: 'session_busy' },
  // repeating the call cannot help: another project's session, a taken id, a text that is there already
  '22DV6': { code: 'conflict' },
  // what types, checks and limits refuse: a malformed id, a missing value, a text that is too long
  '22': refused,
  '23': refused,
  '23505': { code: 'conflict', isRetryable: true },
  '54': refused,
  '54001': { code: 'database_failed' },

  // no connection, no resources (a full disk, no memory, no free connection), a disk that fails
  '08': outage,
  '53': outage,
  '58': outage,
  // a file of the database is missing: it is damaged
  '58P01': { code: 'database_failed' },
  // shutdown, crash, start, idle connection ended, and a server that became a copy of another
  '57P01': outage,
  '57P02': outage,
  '57P03': outage,
  '57P05': outage,
  '25006': outage,

  // cancelled or timed out, deadlock, serialization, somebody's lock
  '57014': passing,
  '25P03': passing,
  '25P04': passing,
  '40': passing,
  '55006': passing,
  '55P03': passing,
  // the functions are being replaced by another version; the server's own faults
  '42883': passing,
  XX000: passing,
};

/** Turns what a driver threw into a `MemoryError`, unless it is one. `sqlState` is undefined when the server did not answer. */
export function databaseError(sqlState: string | undefined, cause: unknown): MemoryError {
  if (cause instanceof MemoryError) return cause;
  const { code, isRetryable } = meaningOf(sqlState, cause);
  const text = messageOf(cause);
  const isDown = code === 'database_unavailable' && !isOutOfFiles(cause);
  return new MemoryError(code, isDown ? `the store is down: ${text}` : text, {
    cause,
    ...(isRetryable === undefined ? {} : { isRetryable }),
  });
}

/** The SQLSTATE of what a driver threw; undefined when it does not come from the server. */
export function sqlStateOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  // EPIPE and similar codes also have five letters, but no class of SQLSTATE begins with E
  return /^(?!E)[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined;
}

function meaningOf(sqlState: string | undefined, cause: unknown): Meaning {
  if (sqlState === undefined) {
    // more than fits into one call: waiting would not help
    if (cause instanceof RangeError) return refused;
    return isDistrust(cause) ? { ...outage, isRetryable: false } : outage;
  }
  return meanings[sqlState] ?? meanings[sqlState.slice(0, 2)] ?? { code: 'database_failed' };
}

/** The server answered, and its certificate is not trusted. */
const isDistrust = (cause: unknown): boolean =>
  cause instanceof Error &&
  'code' in cause &&
  /^(?:ERR_TLS_|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_(?:GET_ISSUER|VERIFY))/.test(String(cause.code));

/** Node's error for an address of two families, both refused, has no text of its own. */
function messageOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(messageOf).join('; ');
  const text = cause instanceof Error ? cause.message : String(cause);
  return isOutOfFiles(cause)
    ? `${text}. This process may open no more files and connections: raise its limit (ulimit -n)`
    : text;
}

/** Node reached a limit of this process or machine, and did not even ask the server. */
export const isOutOfFiles = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && (cause.code === 'EMFILE' || cause.code === 'ENFILE');
