import {
  type Access,
  channelAt,
  connectionOf,
  defaultPlace,
  explainRights,
  findPlace,
  type Place,
} from '@devai/db';
import type { Pool, PoolClient, QueryConfig } from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import { databaseError, sqlStateOf } from '../database-error.ts';
import { MemoryError } from '../../errors.ts';
import type { Database, Log } from '../../ports.ts';
import { givingUpOnSilence } from './giving-up.ts';
import { listenOn } from './listen-on.ts';
import { loadPg } from './load-pg.ts';
import { migrateStore } from './migrate-store.ts';
import { checkRights, connectError, examineServer, type Server } from './postgres-problems.ts';
import type { PostgresPool, ServerSettings } from './postgres-settings.ts';
import { createSqlDatabase } from './sql-database.ts';

/** Milliseconds until a server that does not answer counts as away. */
const connectTimeout = 5_000;
const defaultPoolSize = 10;

/** Opens the store that `openPostgresDatabase` promises, with its checked settings. */
export async function openWithDriver(settings: ServerSettings): Promise<Database> {
  const { log } = settings;
  const isOurs = settings.pool === undefined;
  const pool = isOurs ? await postgresPool(settings.url, settings) : poolOf(settings.pool);
  try {
    const server = await prepareServer(pool, settings);
    return givingUpOnSilence(postgresDatabase(pool, { log, server, isOurs }), { log });
  } catch (error) {
    if (isOurs) await pool.end();
    throw error;
  }
}

function poolOf(pool: PostgresPool): Pool {
  if (isPool(pool)) return pool;
  throw new MemoryError('invalid_input', 'pool: needs a pool of pg');
}

/** The form of the settings looked for the methods. The pool may come from another copy of `pg`. */
const isPool = (pool: PostgresPool): pool is Pool => 'query' in pool;

export async function postgresPool(
  url: string,
  { poolSize = defaultPoolSize, ssl, password }: Pick<ServerSettings, 'poolSize' | 'ssl' | 'password'> = {},
): Promise<Pool> {
  const pg = await loadPg();
  const pool = new pg.Pool({
    application_name: 'devai',
    // not as `connectionString`, which would override the other fields
    ...parseIntoClientConfig(url),
    ...(ssl !== undefined && { ssl }),
    ...(password !== undefined && { password }),
    max: poolSize,
    connectionTimeoutMillis: connectTimeout,
    keepAlive: true,
  });
  // from the first connection on, also while the pool of a store that could not be opened is ended
  pool.on('connect', survive);
  pool.on('error', () => {});
  return pool;
}

/** The `Database` over a pool of connections to a migrated server. Closing ends the pool if it is ours. */
export function postgresDatabase(
  pool: Pool,
  { log, server, isOurs = true }: { log?: Log | undefined; server?: Access; isOurs?: boolean } = {},
): Database {
  // The server closing an idle connection is no failure: the next call uses another one. Without a listener the error would end the process.
  const onLost = (error: Error) =>
    log?.warn({ error: error.message }, 'an idle connection to the store was lost');
  const unwatch = watch(pool, onLost);
  const place: Place = server?.place ?? defaultPlace;
  const explained = (error: unknown) => {
    throw server === undefined ? error : explainRights(error, server, 'calling');
  };
  return createSqlDatabase({
    kind: 'postgres',
    place,
    capabilities: { concurrentConnections: (pool.options?.max ?? defaultPoolSize) > 1, exclusive: false },
    query: (sql, parameters, timeout) =>
      queryPool(pool, { text: sql, values: parameters, types, query_timeout: timeout }).catch(explained),
    // without a time limit, which would end the host's connection
    queryOver: (client) => async (sql, parameters) => {
      const { rows } = await client.query({ text: sql, values: parameters, types }).catch(explained);
      return rows.map((row) => ({ ...row }));
    },
    listen(channel, onNotice) {
      const at = channelAt(place, channel);
      const announce = () => pool.query(`notify ${at}`);
      return listenOn({ config: pool.options, channel: at, onNotice, log, announce });
    },
    async end() {
      // connections of an ended pool may still say that they broke
      if (isOurs) return pool.end();
      unwatch();
    },
  });
}

/** Truth values, whole numbers and JSON: what functions and migrations return besides text. The host may have set other parsers. */
const parsers = new Map<number, (text: string) => unknown>([
  [16, (text) => text === 't'],
  [23, Number],
  [114, JSON.parse],
  [3802, JSON.parse],
]);
const types: NonNullable<QueryConfig['types']> = {
  getTypeParser: (type: number) => parsers.get(type) ?? ((text: string) => text),
};

/** `query_timeout`: in milliseconds; not in the types of `pg`. */
type TimedQuery = QueryConfig & { query_timeout: number };

/** As `pool.query`, which however throws the connection away after every error, a refused call's, too. */
async function queryPool(pool: Pool, query: TimedQuery): Promise<Record<string, unknown>[]> {
  const client = await pool.connect();
  return lending(client, async () => (await client.query<Record<string, unknown>>(query)).rows);
}

/** Gives a connection back to its pool after the work, or throws it away if it broke. */
async function lending<Result>(client: PoolClient, work: () => Promise<Result>): Promise<Result> {
  survive(client);
  try {
    const result = await work();
    client.release();
    return result;
  } catch (error) {
    client.release(!isRefusal(sqlStateOf(error)));
    throw error;
  }
}

type Watching = { told: Set<(error: Error) => void>; tell: (error: Error) => void };
const watched = new WeakMap<Pool, Watching>();

/** Listens to a pool once, however many stores share it, and tells each of a lost connection. Returns what ends it for this one. */
function watch(pool: Pool, onLost: (error: Error) => void): () => void {
  const { told, tell } = watched.get(pool) ?? beginWatching(pool);
  told.add(onLost);
  return () => {
    told.delete(onLost);
    if (told.size > 0) return;
    watched.delete(pool);
    pool.off('error', tell);
    pool.off('connect', survive);
  };
}

function beginWatching(pool: Pool): Watching {
  const told: Watching['told'] = new Set();
  const watching = { told, tell: (error: Error) => told.forEach((one) => one(error)) };
  watched.set(pool, watching);
  pool.on('error', watching.tell);
  pool.on('connect', survive);
  return watching;
}

const surviving = new WeakSet<PoolClient>();

/** A connection that breaks during a call says so twice: the call rejects, and this event would end the process. */
function survive(client: PoolClient): void {
  if (surviving.has(client)) return;
  surviving.add(client);
  client.on('error', () => {});
}

/** The server refused this call, and its connection is as good as before: not so when it is ending (57P0x) or gone. */
function isRefusal(sqlState: string | undefined): boolean {
  return sqlState !== undefined && !/^(08|57P|58|XX)/.test(sqlState);
}

/** Migrates over one connection, without a time limit: a migration may take long. */
async function prepareServer(pool: Pool, settings: ServerSettings): Promise<Server> {
  const client = await pool.connect().catch((error: unknown) => {
    throw connectError(addressOf(pool), error);
  });
  return lending(client, () => migrateOver(client, settings)).catch((error: unknown) => {
    throw error instanceof MemoryError ? error : databaseError(sqlStateOf(error), error);
  });
}

async function migrateOver(
  client: PoolClient,
  { schema, migrate, runtimeRole, log }: ServerSettings,
): Promise<Server> {
  const connection = connectionOf({
    query: (text, values) =>
      values === undefined ? client.query(text) : client.query({ text, values, types }),
  });
  const server = await examineServer(connection, schema ?? defaultPlace.schema);
  await checkRights(connection, server);
  await migrateStore(connection, log, {
    ...{ schema, runtimeRole },
    migrate: migrate !== false && server.mayMigrate,
    explained: (error) => explainRights(error, server, 'migrating'),
  });
  // now pgvector is there
  return { ...server, place: await findPlace(connection, schema) };
}

/** Never with the password. */
function addressOf({ options }: Pool): string {
  const { host, port } = options.connectionString ? parseIntoClientConfig(options.connectionString) : options;
  return host ? `${host}:${port ?? 5432}` : 'the given address';
}
