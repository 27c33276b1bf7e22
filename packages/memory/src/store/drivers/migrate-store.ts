import { type Connection, DatabaseVersionError, migrate } from '@devai/db';
import { databaseError, sqlStateOf } from '../database-error.ts';
import { MemoryError } from '../../errors.ts';
import type { Log } from '../../ports.ts';

type Settings = {
  schema?: string | undefined;
  /** What is known of an error besides its own text. */
  explained?: (error: unknown) => unknown;
};

/** Brings a store to this version. Throws `database_newer`, or `database_failed` with the reason as cause. */
export async function migrateStore(
  connection: Connection,
  log?: Log,
  { schema, explained = (error) => error }: Settings = {},
): Promise<void> {
  try {
    const report = await migrate(connection, { schema });
    if (report.migrations.length + report.functions.length > 0) {
      log?.info(
        { migrations: report.migrations, functions: report.functions.length },
        'the store was migrated',
      );
    }
  } catch (error) {
    if (error instanceof MemoryError) throw error;
    if (error instanceof DatabaseVersionError) {
      const code = error.code === 'database_newer' ? 'database_newer' : 'database_failed';
      throw new MemoryError(code, error.message, { cause: error });
    }
    throw databaseError(sqlStateOf(error), explained(error));
  }
}
