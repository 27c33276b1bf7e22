export type DatabaseErrorCode = 'database_newer' | 'database_outdated' | 'migration_changed';

/**
 * Thrown when a database cannot be migrated to this version. `database_newer`: it has migrations that this version does not know.
 * `database_outdated`: it lacks something, and nothing may be changed. `migration_changed`: an applied migration has another text than in this version.
 */
export class DatabaseVersionError extends Error {
  override readonly name = 'DatabaseVersionError';
  readonly code: DatabaseErrorCode;

  constructor(code: DatabaseErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Returns an error that names the SQL file. Its `code` is the SQLSTATE of the cause. */
export function sourceError(file: string, cause: unknown): Error {
  const text = cause instanceof Error ? cause.message : String(cause);
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return Object.assign(new Error(`${file}: ${text}`, { cause }), { code });
}
