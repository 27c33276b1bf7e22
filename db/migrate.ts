import { functions } from './catalogue.ts';
import { parameterOf } from './parameter-of.ts';
import type { Connection, Queryable } from './connection.ts';
import { DatabaseVersionError, sourceError } from './errors.ts';
import { atPlace, defaultSchema, findPlace, makeSchema, type Place, sourceAt } from './place.ts';
import { admitRole, isAdmitted } from './runtime-role.ts';
import { functionHashes, replaceFunctions } from './replace-functions.ts';
import { readSource } from './read-source.ts';
import { isAdditive, isInternal, type SourceFile, type SqlSource } from './source-files.ts';

/** What was done. `newer`: the migrations of a newer version beside which this one goes on, having changed nothing. */
export type MigrationReport = { migrations: string[]; functions: string[]; newer?: string[] };
export type MigrationStatus = {
  applied: string[];
  pending: string[];
  changedFunctions: string[];
  newer: string[];
};
type Applied = Map<string, { hash: string; isAdditive: boolean }>;

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
  alter table public.devai_migrations add column if not exists is_additive boolean not null default false;
  alter table public.devai_migrations enable row level security;
  alter table public.devai_functions enable row level security;
`;

/**
 * Migrates the store in a schema (`public` by default, made if it is missing) to this version: applies missing migrations, then replaces
 * changed functions. pgvector is used in the schema where it is. Idempotent. Each migration and its record are one transaction, and all functions are another. Each takes the same advisory lock, so many processes may start at once, and a
 * killed one leaves nothing half done.
 *
 * A database that is newer is left as it is if all migrations that this version does not know are additive and the functions that it calls
 * take its arguments: a process of the version before may restart while a newer one is rolled out. Where no migration is unknown, the
 * functions are replaced by this version's, older or newer; an empty additive migration prevents that.
 *
 * Throws `DatabaseVersionError` and changes nothing if the database is newer in another way or an applied migration differs. Errors of the database
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

  const { newer, ...status } = await statusAt(connection, source, place);
  if (newer.length > 0) return { ...report, newer };

  const { runtimeRole } = options;
  const admit = runtimeRole === undefined ? '' : admitRole(runtimeRole, place);
  let remains =
    status.pending.length + status.changedFunctions.length > 0 ||
    (runtimeRole !== undefined && !(await isAdmitted(connection, runtimeRole, place)));
  while (remains) {
    remains = await inLockedTransaction(connection, () => takeStep(connection, source, place, admit, report));
  }

  for (const name of report.migrations) log(`applied migration ${name}`);
  if (report.functions.length > 0) log(`replaced ${report.functions.length} functions`);
  return report;
}

/**
 * Throws `database_outdated` if `migrate` would have to do something, and returns the migrations of a newer version beside which this one can
 * go on. Changes nothing.
 */
export async function requireCurrent(
  connection: Connection,
  schema: string = defaultSchema,
): Promise<string[]> {
  const { applied, pending, changedFunctions, newer } = await migrationStatus(
    connection,
    await readSource(),
    schema,
  );
  const lacks = [
    ...(pending.length > 0 ? [`${counted(pending.length, 'migration')} (from ${pending[0]})`] : []),
    ...(changedFunctions.length > 0 ? [counted(changedFunctions.length, 'function')] : []),
  ];
  if (lacks.length === 0) return newer;
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
  const { pending, newer } = compareMigrations(await readApplied(connection, place), source);
  if (newer.length > 0) return false;
  const [next] = pending;
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
  connection: Queryable,
  source: SqlSource,
  schema?: string,
): Promise<MigrationStatus> {
  const place = await findPlace(connection, schema);
  return statusAt(connection, sourceAt(source, place), place);
}

async function statusAt(connection: Queryable, source: SqlSource, place: Place): Promise<MigrationStatus> {
  const applied = await readApplied(connection, place);
  const { pending, newer } = compareMigrations(applied, source);
  const names = { applied: [...applied.keys()], pending: pending.map(({ name }) => name), newer };
  if (newer.length > 0) {
    await requireCallable(connection, source, place, newer);
    return { ...names, changedFunctions: [] };
  }
  return { ...names, changedFunctions: await changedFunctionsOf(connection, source, place) };
}

async function changedFunctionsOf(connection: Queryable, source: SqlSource, place: Place): Promise<string[]> {
  const recorded = await functionHashes(connection, place);
  const wanted = new Map([...source.functions, source.privileges].map((file) => [file.name, file.hash]));
  const names = new Set([...recorded.keys(), ...wanted.keys()]);
  return [...names].filter((name) => recorded.get(name) !== wanted.get(name)).toSorted();
}

function compareMigrations(applied: Applied, source: SqlSource): { pending: SourceFile[]; newer: string[] } {
  const known = new Set(source.migrations.map((file) => file.name));
  const newer = [...applied.keys()].filter((name) => !known.has(name));
  const pending = source.migrations.filter((file) => !applied.has(file.name));
  if (newer.some((name) => !applied.get(name)?.isAdditive) || (newer.length > 0 && pending.length > 0)) {
    throw newerError(newer);
  }
  const changed = source.migrations.find((file) => (applied.get(file.name)?.hash ?? file.hash) !== file.hash);
  if (changed !== undefined) {
    throw new DatabaseVersionError(
      'migration_changed',
      `migration ${changed.name} is not the one that this store was made with. A store of an earlier development version ` +
        'cannot be opened: start a new one (another DEVAI_DATA folder, or another database). To change the schema, ' +
        'write a new migration instead of editing one.',
    );
  }
  return { pending, newer };
}

function newerError(newer: string[], why = ''): DatabaseVersionError {
  return new DatabaseVersionError(
    'database_newer',
    `the database has migrations that this version does not know (${newer.join(', ')})${why}: update the software`,
  );
}

/** Throws `database_newer` if a function that TypeScript calls is gone, or does not take what this version passes. */
async function requireCallable(
  connection: Queryable,
  source: SqlSource,
  place: Place,
  newer: string[],
): Promise<void> {
  const called = source.functions.filter((file) => !isInternal(file)).map(({ name }) => name);
  const passed = called.map((name) => Object.keys(Object(Reflect.get(functions, name))).map(parameterOf));
  const rows = await connection.query(
    `select f.name from jsonb_to_recordset($2::jsonb) as f (name text, passed text[])
     where not exists (select from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
       where n.nspname = $1 and p.proname = 'devai_' || f.name and coalesce(p.proargnames, '{}') @> f.passed
         and p.pronargs - p.pronargdefaults <= cardinality(f.passed))`,
    [place.schema, JSON.stringify(called.map((name, index) => ({ name, passed: passed[index] })))],
  );
  if (rows.length === 0) return;
  throw newerError(newer, `, and ${rows.map((row) => `devai_${String(row['name'])}`).join(', ')} changed`);
}

async function applyMigration(connection: Connection, file: SourceFile, place: Place): Promise<void> {
  try {
    await connection.execute(file.text);
  } catch (error) {
    throw sourceError(`migration ${file.name}`, error);
  }
  await connection.query(
    atPlace(
      'insert into public.devai_migrations (name, hash, applied_at, is_additive) values ($1, $2, clock_timestamp(), $3)',
      place,
    ),
    [file.name, file.hash, isAdditive(file)],
  );
}

async function readApplied(connection: Queryable, place: Place): Promise<Applied> {
  const [found] = await connection.query(
    atPlace(`select to_regclass('public.devai_migrations') is not null as there`, place),
  );
  if (found?.['there'] !== true) return new Map();
  const rows = await connection.query(
    atPlace(
      // the column is missing in a store that was last migrated before it was added
      `select m.name, m.hash, coalesce(to_jsonb(m) ->> 'is_additive', 'false') as is_additive
       from public.devai_migrations m order by m.name`,
      place,
    ),
  );
  return new Map(
    rows.map((row) => [
      String(row['name']),
      { hash: String(row['hash']), isAdditive: row['is_additive'] === 'true' },
    ]),
  );
}

async function inLockedTransaction<Result>(
  connection: Connection,
  work: () => Promise<Result>,
): Promise<Result> {
  await connection.execute('begin');
  try {
    // limits that the role or the pool has for its own queries are none for a migration
    await connection.execute(
      `set local statement_timeout = 0; set local lock_timeout = 0; select pg_advisory_xact_lock(${lockKey})`,
    );
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
