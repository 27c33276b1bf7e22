import type { Connection } from './connection.ts';
import { sourceError } from './errors.ts';
import type { SqlSource } from './source-files.ts';

/**
 * Creates the functions whose file differs from the recorded hash, and drops those without a file. A changed function is dropped under
 * all its signatures first, so that a name has one meaning; drops never cascade. Runs inside the caller's transaction.
 * Returns the names that changed.
 */
export async function replaceFunctions(connection: Connection, source: SqlSource): Promise<string[]> {
  const rows = await connection.query('select name, hash from public.devai_functions');
  const recorded = new Map(rows.map((row) => [String(row['name']), String(row['hash'])]));
  const changed = source.functions.filter((file) => recorded.get(file.name) !== file.hash);
  const wanted = new Set([...source.functions, source.privileges].map((file) => file.name));
  const orphaned = [...recorded.keys()].filter((name) => !wanted.has(name));

  for (const name of orphaned) await dropFunction(connection, name);
  for (const { name, text } of changed) {
    await dropFunction(connection, name);
    try {
      await connection.execute(text);
    } catch (error) {
      throw sourceError(`function ${name}`, error);
    }
    if ((await signaturesOf(connection, name)).length === 0)
      throw new Error(`functions/${name}.sql does not create public.devai_${name}`);
  }
  await connection.query('delete from public.devai_functions where name = any($1)', [orphaned]);
  for (const { name, hash } of [...changed, source.privileges]) {
    await connection.query(
      `insert into public.devai_functions values ($1, $2, clock_timestamp())
       on conflict (name) do update set hash = excluded.hash, applied_at = excluded.applied_at`,
      [name, hash],
    );
  }
  return [...orphaned, ...changed.map((file) => file.name)];
}

async function dropFunction(connection: Connection, name: string): Promise<void> {
  for (const signature of await signaturesOf(connection, name)) {
    await connection.execute(`drop function ${signature}`);
  }
}

async function signaturesOf(connection: Connection, name: string): Promise<string[]> {
  const rows = await connection.query(
    `select format('public.%I(%s)', proname, pg_get_function_identity_arguments(oid)) as signature
     from pg_proc where pronamespace = 'public'::regnamespace and proname = $1`,
    [`devai_${name}`],
  );
  return rows.map((row) => String(row['signature']));
}
