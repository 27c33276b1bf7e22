import type { OpenTestDatabase } from './reused-stores.ts';

/** Every row of every table, as text. */
export async function everyRow(query: OpenTestDatabase['query']): Promise<string> {
  const tables = await query(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );
  const rows = [];
  for (const { name } of tables) {
    rows.push(...(await query(`select to_jsonb(t)::text as row from public.${String(name)} t`)));
  }
  return JSON.stringify(rows);
}
