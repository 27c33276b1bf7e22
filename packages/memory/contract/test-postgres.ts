import { randomBytes } from 'node:crypto';
import { atPlace, type Place } from '@devai/db';
import { type ClientBase, Client, Pool } from 'pg';
import { z } from 'zod';
import { postgresDatabase, postgresPool } from '../src/store/drivers/postgres-driver.ts';
import { openPostgresDatabase } from '../src/store/drivers/postgres.ts';
import { reuseStores, type TestDatabase } from '../testing/reused-stores.ts';

const place: Place = { schema: 'Agent store', vectorSchema: 'vectors' };

/**
 * Opens test stores on a Postgres server. Each store is a database of its own, which is dropped when the store is closed. The store differs
 * from the embedded one in every way that a host may choose: it is in a schema of its own, pgvector is in another schema, and a role that
 * does not own the store uses it.
 */
export function testPostgres(url: string): TestDatabase {
  const stores = reuseStores(async () => {
    const name = `${storesOf(process.ppid)}${randomBytes(4).toString('hex')}`;
    const ownUrl = databaseUrl(url, name);
    await administer(url, `create database ${name}`, `create role ${name} login password '${name}'`);
    await administer(ownUrl, `create schema vectors; create extension vector schema vectors`);
    const { schema } = place;
    await (await openPostgresDatabase({ url: ownUrl, schema, runtimeRole: name })).close(); // migrates

    const roleUrl = new URL(ownUrl);
    roleUrl.username = roleUrl.password = name;
    const pool = await postgresPool(roleUrl.toString());
    const setNow = clockOf(pool);
    const database = postgresDatabase(pool, {
      server: { role: name, place, written: { role: name, schema: `"${schema}"`, database: name } },
    });
    const owner = new Pool({ connectionString: ownUrl, max: 2 });
    owner.on('error', () => {}); // the server ends what is idle when the database is dropped
    return {
      database,
      setNow,
      query: async (sql, parameters = []) =>
        (await owner.query<Record<string, unknown>>(atPlace(sql, place), parameters)).rows,
      async end() {
        await database.close();
        await owner.end();
        await administer(url, `drop database ${name} with (force)`, `drop role ${name}`);
      },
    };
  });
  return { name: 'postgres', capabilities: { concurrentConnections: true, exclusive: false }, ...stores };
}

/** What the names of the databases and roles of a run begin with. Its workers are children of its process. */
const storesOf = (run: number): string => `devai_test_${run}_`;

/** Drops the stores that the workers of this process left. */
export async function dropTestStores(url: string): Promise<void> {
  const begins = `starts_with(datname, '${storesOf(process.pid)}')`;
  const [found] = await administer(
    url,
    `select string_agg(datname, ' ') as names from pg_database where ${begins}`,
  );
  const { names } = z.object({ names: z.string().nullable() }).parse(found);
  for (const name of names?.split(' ') ?? []) {
    await administer(url, `drop database ${name} with (force)`, `drop role ${name}`);
  }
}

/** The clock is set on every connection that the pool has, and in the start-up options of each new one. */
function clockOf(pool: Pool): (moment: Date | null) => Promise<void> {
  const connections = new Set<ClientBase>();
  pool.on('connect', (connection) => connections.add(connection));
  pool.on('release', (error, connection) => {
    if (error) connections.delete(connection);
  });
  pool.on('remove', (connection) => connections.delete(connection));
  return async (moment) => {
    const now = moment?.toISOString() ?? '';
    pool.options.options = `-c devai.now=${now}`;
    await Promise.all(
      [...connections].map((connection) =>
        connection.query(`select set_config('devai.now', $1, false)`, [now]).catch((error: unknown) => {
          // the pool tells of an idle connection that it closes when that is done
          if (!/Client was closed|Connection terminated/.test(String(error))) throw error;
        }),
      ),
    );
  };
}

/** Runs statements on a connection of their own, and returns the rows of the last one. */
export async function administer(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {}); // a connection that breaks also rejects the statement under way
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** An empty database of its own on a server whose user may create databases. */
export type OwnDatabase = { url: string; drop: () => Promise<void> };

export async function ownDatabase(server: string): Promise<OwnDatabase> {
  const name = `devai_own_${process.pid}_${randomBytes(4).toString('hex')}`;
  await administer(server, `create database ${name}`);
  return {
    url: databaseUrl(server, name),
    drop: async () => void (await administer(server, `drop database ${name} with (force)`)),
  };
}

/** Kills one process of the server, which then ends all others, and recovers. */
export const crash = (url: string): Promise<unknown> =>
  administer(url, `copy (select 1) to program 'kill -9 $PPID'`).catch(() => {});

export function databaseUrl(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.toString();
}
