import { type Connection, DatabaseVersionError, migrate as migrateDatabase, requireCurrent } from '@devai/db';
import { databaseError, sqlStateOf } from '../database-error.ts';
import { MemoryError } from '../../errors.ts';
import type { Log } from '../../ports.ts';

type Settings = {
  schema?: string | undefined;
  migrate?: boolean | undefined;
  runtimeRole?: string | undefined;
  /** What is known of an error besides its own text. */
  explained?: (error: unknown) => unknown;
};

/**
 * Brings a store to this version, or only checks that it is (`migrate: false`). Throws `database_newer`, `database_outdated`, or `database_failed` with the reason as cause.
 */
export async function migrateStore(
  connection: Connection,
  log?: Log,
  { schema, migrate = true, runtimeRole, explained = (error) => error }: Settings = {},
): Promise<void> {
  try {
    const report = migrate
      ? await migrateDatabase(connection, { schema, runtimeRole })
      : { migrations: [], functions: [], newer: await requireCurrent(connection, schema) };
    tellNewer(report.newer, log);
    if (report.migrations.length + report.functions.length > 0) {
      log?.info(
        { migrations: report.migrations, functions: report.functions.length },
        'the store was migrated',
      );
    }
  } catch (error) {
    throw migrationError(error, explained);
  }
}

/** Warns that a store has migrations of a newer version. */
export function tellNewer(migrations: string[] = [], log?: Log): void {
  if (migrations.length === 0) return;
  log?.warn({ migrations }, 'the store was migrated by a newer version, beside which this one can go on');
}

/** What the migrator threw. A version that it refuses is `database_newer`, `database_outdated` or `database_failed`. */
export function migrationError(
  error: unknown,
  explained: (error: unknown) => unknown = (one) => one,
): MemoryError {
  if (error instanceof MemoryError) return error;
  if (!(error instanceof DatabaseVersionError)) return databaseError(sqlStateOf(error), explained(error));
  const code = error.code === 'migration_changed' ? 'database_failed' : error.code;
  return new MemoryError(code, error.message, { cause: error });
}
