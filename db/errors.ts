export type DatabaseErrorCode = 'database_newer' | 'migration_changed';

/**
 * Why a database cannot be brought to this version of the code. `database_newer`: it holds migrations that the
 * code does not know. `migration_changed`: an applied migration's text is not the one in the code.
 */
export class DatabaseVersionError extends Error {
  override readonly name = 'DatabaseVersionError';
  readonly code: DatabaseErrorCode;

  constructor(code: DatabaseErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** What the database said about one file, with its SQLSTATE (`code`) kept. */
export function sourceError(file: string, cause: unknown): Error {
  const text = cause instanceof Error ? cause.message : String(cause);
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return Object.assign(new Error(`${file}: ${text}`, { cause }), { code });
}
