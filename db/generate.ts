import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { migrate } from './migrate.ts';
import { renderCatalogue } from './render-catalogue.ts';
import { renderSchema } from './render-schema.ts';
import { readSource } from './source-files.ts';

export type GeneratedFile = { name: 'schema.sql' | 'catalogue.ts'; text: string };

/** What the generated files must hold: migrates a database in memory and describes it. Writes nothing. */
export async function generate(): Promise<GeneratedFile[]> {
  const source = await readSource();
  const database = await PGlite.create({ extensions: { vector } });
  try {
    const connection = {
      execute: async (sql: string) => void (await database.exec(sql)),
      query: async (sql: string, parameters: unknown[] = []) =>
        (await database.query<Record<string, unknown>>(sql, parameters)).rows,
    };
    await migrate(connection, { source });
    return [
      { name: 'schema.sql', text: await renderSchema(connection) },
      { name: 'catalogue.ts', text: await renderCatalogue(connection, source) },
    ];
  } finally {
    await database.close();
  }
}
