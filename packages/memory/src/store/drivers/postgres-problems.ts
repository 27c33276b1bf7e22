import { type Connection, missingRights, type Place } from '@devai/db';
import { MemoryError } from '../../errors.ts';
import { databaseError, isOutOfFiles, sqlStateOf } from '../database-error.ts';

/** Where a connection leads, as which role. */
export type Server = {
  role: string;
  database: string;
  place: Place;
  /** False if the store belongs to a role that this one is no member of. A missing store belongs to nobody. */
  mayMigrate: boolean;
};

/** Reads what the store needs to know of the server. Throws what a migration would fail on with an error that helps nobody. */
export async function examineServer(connection: Connection, schema: string): Promise<Server> {
  const [row = {}] = await connection
    .query(
      `select current_setting('server_version_num')::int as version, current_user::text as role,
         current_database()::text as database, pg_is_in_recovery() as is_copy,
         current_setting('transaction_read_only') as read_only,
         (select pg_has_role(c.relowner, 'usage') from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
           where n.nspname = $1 and c.relname = 'devai_migrations') as may_migrate,
         (select default_version from pg_catalog.pg_available_extensions where name = 'vector') as available,
         (select extversion from pg_catalog.pg_extension where extname = 'vector') as installed,
         (select n.nspname from pg_catalog.pg_extension e join pg_catalog.pg_namespace n on n.oid = e.extnamespace
           where e.extname = 'vector') as vector_schema`,
      [schema],
    )
    .catch((error: unknown) => {
      throw databaseError(sqlStateOf(error), error);
    });
  const server: Server = {
    role: String(row['role']),
    database: String(row['database']),
    place: { schema, vectorSchema: row['vector_schema'] === null ? null : String(row['vector_schema']) },
    mayMigrate: row['may_migrate'] !== false,
  };
  if (row['is_copy'] === true) {
    throw new MemoryError(
      'database_unavailable',
      'the store is down: the server is a copy that can only be read. Use the address of the primary server',
    );
  }
  if (row['read_only'] === 'on') {
    throw new MemoryError(
      'database_failed',
      `the role ${server.role} can only read in the database ${server.database}: run ` +
        `"alter role ${named(server.role)} set default_transaction_read_only = off", or the same with "alter database ` +
        `${named(server.database)}", and look for it in the address (options) and the pool`,
    );
  }
  const problem = versionProblem(row);
  if (problem !== undefined) throw new MemoryError('database_failed', problem);
  return server;
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
  const lacks = await missingRights(connection, server.place).catch((error: unknown) => {
    throw databaseError(sqlStateOf(error), error);
  });
  if (lacks.length === 0) return;
  const schemas = lacks.flatMap((right) => (right.startsWith('usage on schema') ? [right] : []));
  const statements = schemas.map((right) => `grant ${right} to ${named(server.role)}`);
  if (schemas.length < lacks.length) statements.push(admission(server));
  const [first, second] = lacks;
  const count = lacks.length > 2 ? ` and ${lacks.length - 2} more rights` : '';
  throw new MemoryError(
    'database_failed',
    `the role ${server.role} lacks ${[first, second].filter(Boolean).join(', ')}${count}. ${sentence(statements)}`,
  );
}

/** Says of an error for a missing right (42501) which role lacks it and what helps. Other errors stay as they are. */
export function explained(error: unknown, server: Server, phase: Phase): unknown {
  if (sqlStateOf(error) !== '42501' || !(error instanceof Error)) return error;
  const text = `${error.message}, as the role ${server.role}. ${sentence([remedy(error.message, server, phase)])}`;
  return Object.assign(new Error(text, { cause: error }), { code: '42501' });
}

/** A call needs fewer rights than a migration. */
type Phase = 'migrating' | 'calling';

function remedy(message: string, server: Server, phase: Phase): string {
  const role = named(server.role);
  const [, kind, object = ''] = /permission denied for (schema|database) ([^,]+)/.exec(message) ?? [];
  if (kind === 'database') {
    return `grant create on database ${named(object)} to ${role}" or "create schema ${named(server.place.schema)} authorization ${role}`;
  }
  if (kind === 'schema' && object === server.place.vectorSchema && object !== server.place.schema) {
    return `grant usage on schema ${named(object)} to ${role}`;
  }
  if (kind === 'schema') {
    return `grant usage${phase === 'migrating' ? ', create' : ''} on schema ${named(object)} to ${role}`;
  }
  if (/permission denied to create extension/.test(message)) {
    return `create schema if not exists extensions; create extension vector with schema extensions; grant usage on schema extensions to ${role}`;
  }
  const [, owned = ''] = /must be (owner of .+)/.exec(message) ?? [];
  return owned === ''
    ? admission(server)
    : `grant <the ${owned}> to ${role}" or "set DATABASE_URL to that owner; pnpm db migrate`;
}

/** The command that gives a role all that it needs to use a migrated store. */
const admission = ({ role, place }: Server): string =>
  `pnpm db migrate${place.schema === 'public' ? '' : ` --schema ${place.schema}`} --runtime-role ${role}`;

const sentence = (statements: string[]): string =>
  `Let the owner or an administrator run ${statements.map((statement) => `"${statement}"`).join(' and ')}`;

const named = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;

/** An error of connecting that names the server, never the password, and what to do where waiting does not help. */
export function connectError(address: string, error: unknown): MemoryError {
  const failure = databaseError(sqlStateOf(error), error);
  const hint = connectHint(error);
  if (hint !== undefined && error instanceof Error) {
    return new MemoryError('database_failed', `${address}: ${error.message}. ${hint}`, { cause: error });
  }
  const code = isOutOfFiles(error) ? 'database_failed' : failure.code;
  return new MemoryError(code, `${address}: ${failure.message}`, { cause: error });
}

const certificate = 'The server answers, but';
const withAuthority =
  'add "sslmode=verify-full&sslrootcert=<file>" to the address, with the file of the provider\'s certificate authority';
const unchecked = 'or "sslmode=no-verify", which encrypts without checking who answers';

const connectHints: Record<string, string> = {
  ...Object.fromEntries(
    [
      'SELF_SIGNED_CERT_IN_CHAIN',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    ].map((code) => [
      code,
      `${certificate} nobody whom this machine trusts signed its certificate: ${withAuthority} (setting "ssl": { ca }), ${unchecked}`,
    ]),
  ),
  ERR_TLS_CERT_ALTNAME_INVALID: `${certificate} its certificate is for another name: use the name that the certificate has in the address, ${unchecked}`,
  CERT_HAS_EXPIRED: `${certificate} its certificate has expired: renew it, ${unchecked}`,
};

function connectHint(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const hint = 'code' in error ? connectHints[String(error.code)] : undefined;
  if (hint !== undefined) return hint;
  if (/does not support SSL/i.test(error.message)) {
    return 'The server has no TLS: leave "sslmode" out of the address, or set "sslmode=disable"';
  }
  // pg_hba.conf: "no pg_hba.conf entry for host …, no encryption"
  return /no encryption|SSL off|requires? (SSL|TLS)|sslmode=require/i.test(error.message)
    ? `The server wants TLS: ${withAuthority}, ${unchecked}`
    : undefined;
}
