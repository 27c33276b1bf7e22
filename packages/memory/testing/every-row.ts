import type { OpenTestDatabase } from './reused-stores.ts';

/** Every row of every table, as text. */
export const everyRow = async (query: OpenTestDatabase['query']): Promise<string> =>
  JSON.stringify((await allRows(query)).map((row) => ({ row })));

/** Each row of every table, as JSON. */
export async function allRows(query: OpenTestDatabase['query']): Promise<string[]> {
  const tables = await query(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );
  const selects = tables.map(({ name }) => `select to_jsonb(t)::text as row from public.${String(name)} t`);
  return (await query(selects.join(' union all '))).map(({ row }) => String(row));
}
