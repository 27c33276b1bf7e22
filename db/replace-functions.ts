import type { Connection } from './connection.ts';
import { sourceError } from './errors.ts';
import { type SourceFile, type SqlSource } from './source-files.ts';

/**
 * Applies the function files whose hash differs from the recorded one and drops the recorded functions without a
 * file. Runs inside the caller's transaction. Returns the names that changed.
 */
export async function replaceFunctions(connection: Connection, source: SqlSource): Promise<string[]> {
  const rows = await connection.query('select name, hash from public.devai_functions');
  const recorded = new Map(rows.map((row) => [String(row['name']), String(row['hash'])]));
  const changed = source.functions.filter((file) => recorded.get(file.name) !== file.hash);
  const wanted = new Set([...source.functions, source.privileges].map((file) => file.name));
  const orphaned = [...recorded.keys()].filter((name) => !wanted.has(name));

  for (const name of orphaned) await dropFunction(connection, name);
  for (const file of changed) await replaceFunction(connection, file);
  await record(connection, [...changed, source.privileges], orphaned);
  return [...orphaned, ...changed.map((file) => file.name)];
}

/**
 * `create or replace` where the signature allows it; where it does not, drop and create. A function that is left
 * over under the old arguments is dropped, so that a name has one meaning. Never cascades.
 */
async function replaceFunction(connection: Connection, file: SourceFile): Promise<void> {
  let before = await overloads(connection, file.name);
  if (before.length > 1) {
    await dropFunction(connection, file.name);
    before = [];
  }
  await connection.execute('savepoint devai_function');
  try {
    await connection.execute(file.text);
  } catch (error) {
    if (!isSignatureChange(error)) throw sourceError(`function ${file.name}`, error);
    await connection.execute('rollback to savepoint devai_function');
    for (const signature of before) await connection.execute(`drop function ${signature}`);
    await connection.execute(file.text);
  }
  await connection.execute('release savepoint devai_function');

  const after = await overloads(connection, file.name);
  if (after.length === 0)
    throw new Error(`functions/${file.name}.sql does not create public.devai_${file.name}`);
  if (after.length > 1) {
    for (const signature of before) await connection.execute(`drop function ${signature}`);
  }
}

async function dropFunction(connection: Connection, name: string): Promise<void> {
  for (const signature of await overloads(connection, name)) {
    await connection.execute(`drop function ${signature}`);
  }
}

async function overloads(connection: Connection, name: string): Promise<string[]> {
  const rows = await connection.query(
    `select format('public.%I(%s)', proname, pg_get_function_identity_arguments(oid)) as signature
     from pg_proc where pronamespace = 'public'::regnamespace and proname = $1`,
    [`devai_${name}`],
  );
  return rows.map((row) => String(row['signature']));
}

async function record(connection: Connection, changed: SourceFile[], orphaned: string[]): Promise<void> {
  for (const file of changed) {
    await connection.query(
      `insert into public.devai_functions values ($1, $2, clock_timestamp())
       on conflict (name) do update set hash = excluded.hash, applied_at = excluded.applied_at`,
      [file.name, file.hash],
    );
  }
  for (const name of orphaned) {
    await connection.query('delete from public.devai_functions where name = $1', [name]);
  }
}

/** 42P13: the return type, a parameter's name or a default differs, which `create or replace` cannot change. */
function isSignatureChange(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42P13';
}
