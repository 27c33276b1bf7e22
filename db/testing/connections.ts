import { randomBytes } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { Client } from 'pg';
import { connectionOf, type Connection } from '../connection.ts';

export type TestConnection = Connection & { close(): Promise<void> };

let shared: Promise<PGlite> | null = null;

/** The embedded database of this worker, empty: its test files use it one after the other. `clear` empties it again. */
export async function embeddedConnection(): Promise<Connection & { clear(): Promise<void> }> {
  const engine = await (shared ??= PGlite.create({ extensions: { vector } }));
  const clear = async () =>
    void (await engine.exec(`
      reset role; reset all;
      do $$ declare v_name text; begin
        for v_name in select nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema' loop
          execute format('drop schema %I cascade', v_name);
        end loop;
      end $$;
      create schema public`));
  await clear();
  return { ...connectionOf(engine), clear };
}

export async function serverConnection(url: string): Promise<TestConnection> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return {
    ...connectionOf(client),
    close: () => client.end(),
  };
}

/** An empty database on the server, and how to drop it. */
export async function emptyDatabase(serverUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `devai_migrate_${process.pid}_${randomBytes(4).toString('hex')}`;
  const administer = async (statement: string) => {
    const connection = await serverConnection(serverUrl);
    try {
      await connection.execute(statement);
    } finally {
      await connection.close();
    }
  };
  await administer(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.toString(), drop: () => administer(`drop database ${name} with (force)`) };
}
