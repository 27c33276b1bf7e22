import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { connectionOf, type Connection } from './connection.ts';
import { migrate } from './migrate.ts';
import { renderCatalogue } from './render-catalogue.ts';
import { renderSchema } from './render-schema.ts';
import { readSource, type SqlSource } from './source-files.ts';
import {
  engineVersion,
  isTemplateCurrent,
  manifestFile,
  packTemplate,
  readStoreTemplate,
  templateFile,
} from './store-template.ts';

export type GeneratedFile = { name: string; data: string | Uint8Array };

/**
 * Returns the generated files, made from a migrated database in memory. Writes nothing. The template is included only if the committed one
 * is out of date, because its bytes differ from run to run.
 */
export async function generate(): Promise<GeneratedFile[]> {
  const source = await readSource();
  const engine = await PGlite.create({ extensions: { vector } });
  try {
    const connection = connectionOf(engine);
    await migrate(connection, { source });
    const template = await templateFiles(engine, source);
    return [...(await describe(connection, source)), ...template];
  } finally {
    await engine.close();
  }
}

/** Returns the names of committed files that differ from what the SQL files, or the committed template, produce. */
export async function outdatedFiles(): Promise<string[]> {
  const outdated: string[] = [];
  for (const { name, data } of [...(await generate()), ...((await describeTemplate()) ?? [])]) {
    const isCurrent = typeof data === 'string' && data === (await readCommitted(name));
    if (!isCurrent && !outdated.includes(name)) outdated.push(name);
  }
  return outdated;
}

async function readCommitted(name: string): Promise<string> {
  return readFile(new URL(name, import.meta.url), 'utf8').catch(() => '');
}

/** Returns the generated texts of a store made from the committed template; null if the template is out of date. */
async function describeTemplate(): Promise<GeneratedFile[] | null> {
  const source = await readSource();
  const version = await engineVersion(import.meta.url);
  if (!(await isTemplateCurrent(version, source))) return null;
  const template = await readStoreTemplate(version, source);
  if (template === null) return null;
  const engine = await PGlite.create({ extensions: { vector }, loadDataDir: new Blob([template]) });
  try {
    return await describe(connectionOf(engine), source);
  } finally {
    await engine.close();
  }
}

async function describe(connection: Connection, source: SqlSource): Promise<GeneratedFile[]> {
  return [
    { name: 'schema.sql', data: await renderSchema(connection) },
    { name: 'catalogue.ts', data: await renderCatalogue(connection, source) },
  ];
}

async function templateFiles(engine: PGlite, source: SqlSource): Promise<GeneratedFile[]> {
  const version = await engineVersion(import.meta.url);
  if (await isTemplateCurrent(version, source)) return [];
  await engine.exec('checkpoint');
  const dump = await engine.dumpDataDir('none');
  const { template, manifest } = packTemplate(version, source, new Uint8Array(await dump.arrayBuffer()));
  return [
    { name: templateFile, data: template },
    { name: manifestFile, data: `${JSON.stringify(manifest, null, 2)}\n` },
  ];
}
