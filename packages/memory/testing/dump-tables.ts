import { join } from 'node:path';
import { Client } from 'pg';
import { openPgliteFolder } from '../src/store/drivers/pglite-folder.ts';

type Query = (sql: string) => Promise<{ rows: Record<string, unknown>[] }>;

/** Dumps every row of every table as text. `folder` is that of an embedded store that no process has open. */
export async function dumpTables(store: { folder: string } | { url: string }): Promise<string> {
  if ('folder' in store) {
    const engine = await openPgliteFolder(join(store.folder, 'postgres'));
    try {
      return await dump((sql) => engine.query(sql));
    } finally {
      await engine.close();
    }
  }
  const client = new Client({ connectionString: store.url });
  await client.connect();
  try {
    return await dump((sql) => client.query(sql));
  } finally {
    await client.end();
  }
}

async function dump(query: Query): Promise<string> {
  const { rows: tables } = await query(
    `select format('%I', relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await query(`select ${String(name)}::text as row from public.${String(name)}`);
    texts.push(...rows.map(({ row }) => String(row)));
  }
  return texts.join('\n');
}
