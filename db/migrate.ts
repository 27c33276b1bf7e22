import type { Connection } from './connection.ts';
import { DatabaseVersionError, sourceError } from './errors.ts';
import { atPlace, defaultSchema, findPlace, makeSchema, type Place, sourceAt } from './place.ts';
import { admitRole, isAdmitted } from './runtime-role.ts';
import { functionHashes, replaceFunctions } from './replace-functions.ts';
import { readSource, type SourceFile, type SqlSource } from './source-files.ts';

export type MigrationReport = { migrations: string[]; functions: string[] };
type MigrationStatus = { applied: string[]; pending: string[]; changedFunctions: string[] };

/** The key of the advisory lock. All versions use the same one, so that processes migrate a database one after the other. */
export const lockKey = 0x0de7a1;

export const bookkeeping = `
  create table if not exists public.devai_migrations (
    name text primary key,
    hash text not null,
    applied_at timestamptz not null
  );
  create table if not exists public.devai_functions (
    name text primary key,
    hash text not null,
    applied_at timestamptz not null
  );
  alter table public.devai_migrations enable row level security;
  alter table public.devai_functions enable row level security;
`;

/**
 * Migrates the store in a schema (`public` by default, made if it is missing) to this version: applies missing migrations, then replaces
 * changed functions. pgvector is used in the schema where it is. Idempotent. Each migration and its record are one transaction, and all functions are another. Each takes the same advisory lock, so many processes may start at once, and a
 * killed one leaves nothing half done.
 *
 * Older code replaces the functions by its own. If a change must prevent that, add a migration (even an empty one): older code then refuses
 * the database.
 *
 * Throws `DatabaseVersionError` and changes nothing if the database is newer or an applied migration differs. Errors of the database
 * itself pass through.
 */
export async function migrate(
  connection: Connection,
  options: {
    source?: SqlSource;
    schema?: string | undefined;
    /** A role that may use the store from now on, besides the one that migrates. */
    runtimeRole?: string | undefined;
    log?: (text: string) => void;
  } = {},
): Promise<MigrationReport> {
  const place = await findPlace(connection, options.schema);
  const source = sourceAt(options.source ?? (await readSource()), place);
  const log = options.log ?? (() => {});
  const report: MigrationReport = { migrations: [], functions: [] };

  const { runtimeRole } = options;
  const admit = runtimeRole === undefined ? '' : admitRole(runtimeRole, place);
  let remains = !(await isCurrent(connection, source, place, runtimeRole));
  while (remains) {
    remains = await inLockedTransaction(connection, () => takeStep(connection, source, place, admit, report));
  }

  for (const name of report.migrations) log(`applied migration ${name}`);
  if (report.functions.length > 0) log(`replaced ${report.functions.length} functions`);
  return report;
}

/** Throws `database_outdated` if `migrate` would have to do something. Changes nothing. */
export async function requireCurrent(connection: Connection, schema: string = defaultSchema): Promise<void> {
  const { applied, pending, changedFunctions } = await migrationStatus(
    connection,
    await readSource(),
    schema,
  );
  const lacks = [
    ...(pending.length > 0 ? [`${counted(pending.length, 'migration')} (from ${pending[0]})`] : []),
    ...(changedFunctions.length > 0 ? [counted(changedFunctions.length, 'function')] : []),
  ];
  if (lacks.length === 0) return;
  const problem =
    applied.length === 0
      ? `there is no store in the schema ${schema}`
      : `the store in the schema ${schema} lacks ${lacks.join(' and ')} of this version`;
  const where = schema === defaultSchema ? '' : ` --schema ${schema}`;
  throw new DatabaseVersionError(
    'database_outdated',
    `${problem}: run "pnpm db migrate${where}" as the role that owns it`,
  );
}

/** Applies the next migration, or else replaces the functions. Returns whether anything remains to be done. The caller has the lock. */
async function takeStep(
  connection: Connection,
  source: SqlSource,
  place: Place,
  admit: string,
  report: MigrationReport,
): Promise<boolean> {
  await connection.execute(makeSchema(place) + atPlace(bookkeeping, place) + admit);
  // read under the lock, because another process may have been faster
  const next = pendingMigrations(await appliedHashes(connection, place), source)[0];
  if (next === undefined) {
    report.functions.push(...(await replaceFunctions(connection, source, place)));
  } else {
    await applyMigration(connection, next, place);
    report.migrations.push(next.name);
  }
  await connection.execute(source.privileges.text);
  return next !== undefined;
}

/** Reports what `migrate` would do. Throws as `migrate` does. */
export async function migrationStatus(
  connection: Connection,
  source: SqlSource,
  schema?: string,
): Promise<MigrationStatus> {
  const place = await findPlace(connection, schema);
  return statusAt(connection, sourceAt(source, place), place);
}

async function statusAt(connection: Connection, source: SqlSource, place: Place): Promise<MigrationStatus> {
  const applied = await appliedHashes(connection, place);
  const functions = await functionHashes(connection, place);
  const wanted = new Map([...source.functions, source.privileges].map((file) => [file.name, file.hash]));
  const names = new Set([...functions.keys(), ...wanted.keys()]);
  return {
    applied: [...applied.keys()],
    pending: pendingMigrations(applied, source).map((file) => file.name),
    changedFunctions: [...names].filter((name) => functions.get(name) !== wanted.get(name)).toSorted(),
  };
}

async function isCurrent(
  connection: Connection,
  source: SqlSource,
  place: Place,
  runtimeRole: string | undefined,
): Promise<boolean> {
  const status = await statusAt(connection, source, place);
  const isDone = status.pending.length === 0 && status.changedFunctions.length === 0;
  return isDone && (runtimeRole === undefined || (await isAdmitted(connection, runtimeRole, place)));
}

function pendingMigrations(applied: Map<string, string>, source: SqlSource): SourceFile[] {
  const known = new Set(source.migrations.map((file) => file.name));
  const unknown = [...applied.keys()].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new DatabaseVersionError(
      'database_newer',
      `the database has migrations that this version does not know (${unknown.join(', ')}): update the software`,
    );
  }
  const changed = source.migrations.find((file) => (applied.get(file.name) ?? file.hash) !== file.hash);
  if (changed !== undefined) {
    throw new DatabaseVersionError(
      'migration_changed',
      `migration ${changed.name} is not the one that this store was made with. A store of an earlier development version ` +
        'cannot be opened: start a new one (another DEVAI_DATA folder, or another database). To change the schema, ' +
        'write a new migration instead of editing one.',
    );
  }
  return source.migrations.filter((file) => !applied.has(file.name));
}

async function applyMigration(connection: Connection, file: SourceFile, place: Place): Promise<void> {
  try {
    await connection.execute(file.text);
  } catch (error) {
    throw sourceError(`migration ${file.name}`, error);
  }
  await connection.query(
    atPlace('insert into public.devai_migrations values ($1, $2, clock_timestamp())', place),
    [file.name, file.hash],
  );
}

async function appliedHashes(connection: Connection, place: Place): Promise<Map<string, string>> {
  const [found] = await connection.query(
    atPlace(`select to_regclass('public.devai_migrations') is not null as there`, place),
  );
  if (found?.['there'] !== true) return new Map();
  const rows = await connection.query(
    atPlace('select name, hash from public.devai_migrations order by name', place),
  );
  return new Map(rows.map((row) => [String(row['name']), String(row['hash'])]));
}

async function inLockedTransaction<Result>(
  connection: Connection,
  work: () => Promise<Result>,
): Promise<Result> {
  await connection.execute('begin');
  try {
    // a limit that the role or the pool has for its own queries is none for a migration
    await connection.execute(`set local statement_timeout = 0; select pg_advisory_xact_lock(${lockKey})`);
    const result = await work();
    await connection.execute('commit');
    return result;
  } catch (error) {
    // on a broken connection the server rolls back by itself; keep the first error
    await connection.execute('rollback').catch(() => {});
    throw error;
  }
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
