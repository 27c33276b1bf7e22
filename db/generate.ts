import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { connectionOf } from './connection.ts';
import { migrate } from './migrate.ts';
import { renderCatalogue } from './render-catalogue.ts';
import { renderSchema } from './render-schema.ts';
import { readSource } from './read-source.ts';

export type GeneratedFile = { name: string; data: string };

/** Returns the generated files, made from a migrated database in memory. Writes nothing. */
export async function generate(): Promise<GeneratedFile[]> {
  const source = await readSource();
  const engine = await PGlite.create({ extensions: { vector } });
  try {
    const connection = connectionOf(engine);
    await migrate(connection, { source });
    return [
      { name: 'schema.sql', data: await renderSchema(connection) },
      { name: 'catalogue.ts', data: await renderCatalogue(connection, source) },
    ];
  } finally {
    await engine.close();
  }
}

/** Returns the names of committed files that differ from what the SQL files produce. */
export async function outdatedFiles(): Promise<string[]> {
  const outdated: string[] = [];
  for (const { name, data } of await generate()) {
    if (data !== (await readCommitted(name))) outdated.push(name);
  }
  return outdated;
}

async function readCommitted(name: string): Promise<string> {
  return readFile(new URL(name, import.meta.url), 'utf8').catch(() => '');
}
