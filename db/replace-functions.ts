import type { Connection } from './connection.ts';
import { sourceError } from './errors.ts';
import { atPlace, type Place } from './place.ts';
import type { SqlSource } from './source-files.ts';
import { readVersions } from './store-versions.ts';

/**
 * Creates the functions whose file differs from the recorded hash, and drops those without a file. A changed function is dropped under
 * all its signatures first, so that a name has one meaning; drops never cascade. Runs inside the caller's transaction.
 * Returns the names that changed.
 */
export async function replaceFunctions(
  connection: Connection,
  source: SqlSource,
  place: Place,
): Promise<string[]> {
  const versions = await readVersions(connection, place);
  // one that somebody dropped is not among them, so it is made again
  const recorded = new Map(versions.functions.map(({ name, hash }) => [name, hash]));
  const changed = source.functions.filter((file) => recorded.get(file.name) !== file.hash);
  const wanted = new Set([...source.functions, source.privileges].map((file) => file.name));
  const orphaned = [...recorded.keys()].filter((name) => !wanted.has(name));

  const replaced = await signaturesOf(connection, place, [...orphaned, ...changed.map(({ name }) => name)]);
  for (const { signature } of replaced) await connection.execute(`drop function ${signature}`);
  for (const { name, text } of changed) {
    try {
      await connection.execute(text);
    } catch (error) {
      throw sourceError(`function ${name}`, error);
    }
  }
  const made = new Set(
    (
      await signaturesOf(
        connection,
        place,
        changed.map(({ name }) => name),
      )
    ).map(({ name }) => name),
  );
  const missing = changed.find(({ name }) => !made.has(name));
  if (missing !== undefined)
    throw new Error(`functions/${missing.name}.sql does not create ${place.schema}.devai_${missing.name}`);
  await connection.query(atPlace('delete from public.devai_functions where not name = any($1)', place), [
    [...wanted],
  ]);
  const records = [...changed, source.privileges];
  await connection.query(
    atPlace(
      `insert into public.devai_functions
       select name, hash, clock_timestamp() from unnest($1::text[], $2::text[]) as record (name, hash)
       on conflict (name) do update set hash = excluded.hash, applied_at = excluded.applied_at`,
      place,
    ),
    [records.map(({ name }) => name), records.map(({ hash }) => hash)],
  );
  return [...orphaned, ...changed.map((file) => file.name)];
}

async function signaturesOf(
  connection: Connection,
  place: Place,
  names: string[],
): Promise<{ name: string; signature: string }[]> {
  const rows = await connection.query(
    `select name, format('%I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)) as signature
     from unnest($1::text[]) as name join pg_proc p on p.proname = 'devai_' || name
     join pg_namespace n on n.oid = p.pronamespace where n.nspname = $2`,
    [names, place.schema],
  );
  return rows.map((row) => ({ name: String(row['name']), signature: String(row['signature']) }));
}
