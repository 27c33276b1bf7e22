import { type Connection, DatabaseVersionError, migrate } from '@devai/db';
import { databaseError, sqlStateOf } from '../database-error.ts';
import { MemoryError } from '../../errors.ts';
import type { Log } from '../../ports.ts';

/** Brings a store to this version. Throws `database_newer`, or `database_failed` with the reason as cause. */
export async function migrateStore(connection: Connection, log?: Log): Promise<void> {
  try {
    const report = await migrate(connection);
    if (report.migrations.length + report.functions.length > 0) {
      log?.info(
        { migrations: report.migrations, functions: report.functions.length },
        'the store was migrated',
      );
    }
  } catch (error) {
    throw migrationError(error);
  }
}

/** What the migrator threw. A version that it refuses is `database_newer`, or `database_failed`. */
export function migrationError(error: unknown): MemoryError {
  if (error instanceof MemoryError) return error;
  if (!(error instanceof DatabaseVersionError)) return databaseError(sqlStateOf(error), error);
  const code = error.code === 'database_newer' ? 'database_newer' : 'database_failed';
  return new MemoryError(code, error.message, { cause: error });
}
