import { connectionOf, type Connection } from '@devai/db';
import { Client, Pool, type QueryConfig } from 'pg';
import { z } from 'zod';
import { checkSettings } from '../../calls/check-calls.ts';
import { databaseError, sqlStateOf } from '../database-error.ts';
import { MemoryError } from '../../errors.ts';
import type { Database, Log } from '../../ports.ts';
import { log as logForm } from '../../calls/settings-form.ts';
import { givingUpOnSilence } from './giving-up.ts';
import { listenOn } from './listen-on.ts';
import { migrateStore } from './migrate-store.ts';
import { createSqlDatabase } from './sql-database.ts';

/** Milliseconds until a server that does not answer counts as away. */
const connectTimeout = 5_000;
const defaultPoolSize = 10;

type ServerSettings = { url: string; poolSize?: number; log?: Log };
/** Settings with more fields are accepted. */
const settingsForm = z.object({
  url: z.string().refine(isAddress, {
    error: 'needs the address of a Postgres server, such as postgres://user@host:5432/database',
  }),
  poolSize: z.int().min(1).optional(),
  log: logForm,
});

/** The client takes any text for an address, and looks for a server called "base". */
function isAddress(url: string): boolean {
  try {
    return (
      /^(?:postgres(?:ql)?:\/\/|socket:|\/)/i.test(url) &&
      new Client({ connectionString: url }) instanceof Client
    );
  } catch {
    return false;
  }
}

/**
 * Opens a store on a Postgres server with pgvector and migrates it. Calls run at the same time, up to `poolSize`
 * (10). Throws `database_unavailable` when the server does not answer, `database_failed` with what to do when it lacks
 * a version or pgvector, `database_newer` as the name says.
 */
export async function openPostgresDatabase(settings: ServerSettings): Promise<Database> {
  checkSettings(settingsForm, settings);
  const { url, poolSize, log } = settings;
  await migrateServer(url, log);
  return givingUpOnSilence(postgresDatabase(postgresPool(url, poolSize), log), { log });
}

export function postgresPool(url: string, poolSize: number = defaultPoolSize): Pool {
  return new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeout,
    keepAlive: true,
    application_name: 'devai',
  });
}

/** The `Database` over a pool of connections to a migrated server. Closing ends the pool. */
export function postgresDatabase(pool: Pool, log?: Log): Database {
  // A connection that breaks during a call says so twice: the call rejects, and this event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  // The server closing an idle connection is no failure: the next call uses another one. Without a listener the error would end the process.
  pool.on('error', (error) =>
    log?.warn({ error: error.message }, 'an idle connection to the store was lost'),
  );
  return createSqlDatabase({
    kind: 'postgres',
    capabilities: { concurrentConnections: pool.options.max > 1, exclusive: false },
    query: (sql, parameters, timeout) =>
      queryPool(pool, { text: sql, values: parameters, query_timeout: timeout }),
    listen: (channel, onNotice) =>
      listenOn({
        config: pool.options,
        ...{ channel, onNotice, log },
        announce: () => pool.query('select pg_notify($1, $2)', [channel, '']),
      }),
    end: () => pool.end(),
  });
}

/** `query_timeout`: in milliseconds; not in the types of `pg`. */
type TimedQuery = QueryConfig & { query_timeout: number };

/** As `pool.query`, which however throws the connection away after every error, a refused call's, too. */
async function queryPool(pool: Pool, query: TimedQuery): Promise<Record<string, unknown>[]> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(query);
    client.release();
    return rows;
  } catch (error) {
    client.release(isRefusal(sqlStateOf(error)) ? undefined : true);
    throw error;
  }
}

/** The server refused this call, and its connection is as good as before: not so when it is ending (57P0x) or gone. */
function isRefusal(sqlState: string | undefined): boolean {
  return sqlState !== undefined && !/^(08|57P|58|XX)/.test(sqlState);
}

/** Over a connection of its own, without a time limit: a migration may take long. */
async function migrateServer(url: string, log: Log | undefined): Promise<void> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeout,
    application_name: 'devai migrate',
  });
  client.on('error', () => {}); // a lost connection also rejects the query under way, which is where it is handled
  try {
    await client.connect();
  } catch (error) {
    throw connectError(url, error);
  }
  try {
    const connection = connectionOf(client);
    await checkServer(connection);
    await migrateStore(connection, log);
  } finally {
    await client.end();
  }
}

/** What the migrations would fail on with an error that says nothing to an operator. */
async function checkServer(connection: Connection): Promise<void> {
  const [row] = await connection
    .query(
      `select current_setting('server_version_num')::int as version,
         (select default_version from pg_catalog.pg_available_extensions where name = 'vector') as available,
         (select extversion from pg_catalog.pg_extension where extname = 'vector') as installed,
         (select extnamespace::regnamespace::text from pg_catalog.pg_extension where extname = 'vector') as schema`,
    )
    .catch((error: unknown) => {
      throw databaseError(sqlStateOf(error), error);
    });
  const problem = serverProblem(row ?? {});
  if (problem !== undefined) throw new MemoryError('database_failed', problem);
}

function serverProblem(server: Record<string, unknown>): string | undefined {
  const { version, available, installed, schema } = server;
  if (Number(version) < 150_000) return 'Postgres 15 or newer is needed';
  const pgvector = installed ?? available;
  if (typeof pgvector !== 'string') {
    return 'the server has no pgvector: install the package postgresql-…-pgvector, or use the image pgvector/pgvector';
  }
  if (installed !== null && schema !== 'extensions') {
    return `pgvector is in the schema ${String(schema)}: run "create schema if not exists extensions; alter extension vector set schema extensions"`;
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

/** Names the server, never the password. */
function connectError(url: string, error: unknown): MemoryError {
  const failure = databaseError(sqlStateOf(error), error);
  const address = URL.canParse(url) ? new URL(url).host : 'the given address';
  return new MemoryError(failure.code, `${address}: ${failure.message}`, { cause: error });
}
