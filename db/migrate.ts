import { functions } from './catalogue.ts';
import { parameterOf } from './parameter-of.ts';
import type { Connection, Queryable } from './connection.ts';
import { DatabaseVersionError, sourceError } from './errors.ts';
import { atPlace, defaultSchema, findPlace, makeSchema, type Place, sourceAt } from './place.ts';
import { admitRole, isAdmitted } from './runtime-role.ts';
import { replaceFunctions } from './replace-functions.ts';
import { readVersions, type StoreVersions } from './store-versions.ts';
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
  return requireWhole(await migrationStatus(connection, await readSource(), schema), schema);
}

/** The same from a status. */
export function requireWhole(
  { applied, pending, changedFunctions, newer }: MigrationStatus,
  schema: string = defaultSchema,
): string[] {
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
  const { pending, newer } = compareMigrations(await readVersions(connection, place), source);
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
  return statusOf(await readVersions(connection, place), source);
}

/** The same from what a store says of itself. `source`: as it is at its place. */
export function statusOf(versions: StoreVersions, source: SqlSource): MigrationStatus {
  const { pending, newer } = compareMigrations(versions, source);
  const names = {
    applied: versions.migrations.map(({ name }) => name),
    pending: pending.map(({ name }) => name),
    newer,
  };
  if (newer.length > 0) {
    requireCallable(versions, source, newer);
    return { ...names, changedFunctions: [] };
  }
  return { ...names, changedFunctions: changedFunctionsOf(versions, source) };
}

function changedFunctionsOf(versions: StoreVersions, source: SqlSource): string[] {
  const recorded = new Map(versions.functions.map(({ name, hash }) => [name, hash]));
  const wanted = new Map([...source.functions, source.privileges].map((file) => [file.name, file.hash]));
  const names = new Set([...recorded.keys(), ...wanted.keys()]);
  return [...names].filter((name) => recorded.get(name) !== wanted.get(name)).toSorted();
}

function compareMigrations(
  { migrations }: StoreVersions,
  source: SqlSource,
): { pending: SourceFile[]; newer: string[] } {
  const applied = new Map(migrations.map((one) => [one.name, one]));
  const known = new Set(source.migrations.map((file) => file.name));
  const newer = migrations.filter(({ name }) => !known.has(name));
  const names = newer.map(({ name }) => name);
  const pending = source.migrations.filter((file) => !applied.has(file.name));
  if (newer.some((one) => !one.isAdditive) || (newer.length > 0 && pending.length > 0))
    throw newerError(names);
  const changed = source.migrations.find((file) => (applied.get(file.name)?.hash ?? file.hash) !== file.hash);
  if (changed !== undefined) {
    throw new DatabaseVersionError(
      'migration_changed',
      `migration ${changed.name} is not the one that this store was made with. A store of an earlier development version ` +
        'cannot be opened: start a new one (another DEVAI_DATA folder, or another database). To change the schema, ' +
        'write a new migration instead of editing one.',
    );
  }
  return { pending, newer: names };
}

function newerError(newer: string[], why = ''): DatabaseVersionError {
  return new DatabaseVersionError(
    'database_newer',
    `the database has migrations that this version does not know (${newer.join(', ')})${why}: update the software`,
  );
}

/** Throws `database_newer` if a function that TypeScript calls is gone, or does not take what this version passes. */
function requireCallable(versions: StoreVersions, source: SqlSource, newer: string[]): void {
  const gone = source.functions.filter((file) => {
    if (isInternal(file)) return false;
    const passed = Object.keys(Object(Reflect.get(functions, file.name))).map(parameterOf);
    return !versions.functions.some(
      ({ name, parameters, required }) =>
        name === file.name &&
        required <= passed.length &&
        passed.every((parameter) => parameters.includes(parameter)),
    );
  });
  if (gone.length === 0) return;
  throw newerError(newer, `, and ${gone.map(({ name }) => `devai_${name}`).join(', ')} changed`);
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
