export type DatabaseErrorCode = 'database_newer' | 'migration_changed';

/**
 * A database cannot be migrated to this version. `database_newer`: it has migrations that the code does not know.
 * `migration_changed`: the text of an applied migration differs from the code's.
 */
export class DatabaseVersionError extends Error {
  override readonly name = 'DatabaseVersionError';
  readonly code: DatabaseErrorCode;

  constructor(code: DatabaseErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** An error of the database about one file, with its SQLSTATE as `code`. */
export function sourceError(file: string, cause: unknown): Error {
  const text = cause instanceof Error ? cause.message : String(cause);
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return Object.assign(new Error(`${file}: ${text}`, { cause }), { code });
}
