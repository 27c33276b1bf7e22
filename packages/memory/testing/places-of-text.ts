import type { OpenTestDatabase } from './reused-stores.ts';

/** Every text and jsonb value of every table, by column, that holds the text. */
export async function placesOfText(query: OpenTestDatabase['query'], text: string): Promise<string[]> {
  const columns = await query(
    `select table_name, column_name, data_type from information_schema.columns
     where table_schema = 'public' and table_name like 'devai\\_%'
       and table_name not in ('devai_functions', 'devai_migrations')
       and data_type in ('text', 'jsonb', 'ARRAY', 'tsvector', 'USER-DEFINED')`,
  );
  const escaped = JSON.stringify(text).slice(1, -1);
  const twice = JSON.stringify(escaped).slice(1, -1);
  const found: string[] = [];
  for (const { table_name: table, column_name: column } of columns) {
    const rows = await query(
      `select 1 from public.${String(table)}
       where strpos("${String(column)}"::text, $1) + strpos("${String(column)}"::text, $2) + strpos("${String(column)}"::text, $3) > 0`,
      [text, escaped, twice],
    );
    if (rows.length > 0) found.push(`${String(table).replace('devai_', '')}.${String(column)}`);
  }
  return found.toSorted();
}
