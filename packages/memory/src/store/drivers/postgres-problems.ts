import {
  type Access,
  type Connection,
  connectHint,
  explainMissing,
  missingRights,
  readAccess,
} from '@devai/db';
import { MemoryError } from '../../errors.ts';
import { databaseError, isOutOfFiles, sqlStateOf } from '../database-error.ts';

/** Where a connection leads, as which role. */
export type Server = Access & {
  /** False if the store belongs to a role that this one is no member of. A missing store belongs to nobody. */
  mayMigrate: boolean;
};

/** Reads what the store needs to know of the server. Throws what a migration would fail on with an error that helps nobody. */
export async function examineServer(connection: Connection, schema: string): Promise<Server> {
  const [row = {}] = await connection.query(
    `select current_setting('server_version_num')::int as version, pg_is_in_recovery() as is_copy,
         current_setting('transaction_read_only') as read_only,
         (select pg_has_role(c.relowner, 'usage') from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
           where n.nspname = $1 and c.relname = 'devai_migrations') as may_migrate,
         (select default_version from pg_catalog.pg_available_extensions where name = 'vector') as available,
         (select extversion from pg_catalog.pg_extension where extname = 'vector') as installed`,
    [schema],
  );
  const access = await readAccess(connection, schema);
  const { role, written } = access;
  if (row['is_copy'] === true) {
    throw new MemoryError(
      'database_unavailable',
      'the store is down: the server is a copy that can only be read. Use the address of the primary server',
    );
  }
  if (row['read_only'] === 'on') {
    throw new MemoryError(
      'database_failed',
      `the role ${role} can only read in the database ${written.database}: run ` +
        `"alter role ${written.role} set default_transaction_read_only = off", or the same with "alter database ` +
        `${written.database}", and look for it in the address (options) and the pool`,
    );
  }
  const problem = versionProblem(row);
  if (problem !== undefined) throw new MemoryError('database_failed', problem);
  return { ...access, mayMigrate: row['may_migrate'] !== false };
}

function versionProblem({ version, available, installed }: Record<string, unknown>): string | undefined {
  if (Number(version) < 150_000) return 'Postgres 15 or newer is needed';
  const pgvector = installed ?? available;
  if (typeof pgvector !== 'string') {
    return 'the server has no pgvector: install the package postgresql-…-pgvector, or use the image pgvector/pgvector';
  }
  if (isOlder(pgvector, [0, 8])) {
    const how =
      installed === null ? 'install a newer package' : 'install it and run "alter extension vector update"';
    return `pgvector 0.8 or newer is needed, and this is ${pgvector}: ${how}`;
  }
  return undefined;
}

function isOlder(version: string, [major, minor]: [number, number]): boolean {
  const [hasMajor = 0, hasMinor = 0] = version.split('.').map(Number);
  return hasMajor < major || (hasMajor === major && hasMinor < minor);
}

/** Throws `database_failed` if the role may not use the store that is there. */
export async function checkRights(connection: Connection, server: Server): Promise<void> {
  const lacks = await missingRights(connection, server.place);
  if (lacks.length > 0) throw new MemoryError('database_failed', explainMissing(lacks, server));
}

/** An error of connecting that names the server, never the password, and what to do where waiting does not help. */
export function connectError(address: string, error: unknown): MemoryError {
  const failure = databaseError(sqlStateOf(error), error);
  const hint = connectHint(error);
  if (hint !== undefined && error instanceof Error) {
    return new MemoryError('database_failed', `${address}: ${error.message}. ${hint}`, { cause: error });
  }
  const message = `${address}: ${failure.message}`;
  if (isOutOfFiles(error)) return new MemoryError('database_failed', message, { cause: error });
  return new MemoryError(failure.code, message, { cause: error, isRetryable: failure.isRetryable });
}
