import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { MemoryFS, PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { connectionOf, readSource } from '@devai/db';
import { type Bytes, madeOnce } from '../../files/made-once.ts';
import { migrateStore } from './migrate-store.ts';

/** In the folder of this package, so that a store is never made from what another user may have written. */
export const templateFolder = join(import.meta.dirname, '../../../node_modules/.cache/store-template');

/** A store is one database. The two that Postgres makes others from are a third of a new cluster and half of its files. */
const dropOtherDatabases = [
  'update pg_database set datistemplate = false',
  'drop database template0',
  'drop database template1',
];

/** Creates an embedded Postgres with pgvector in memory. The caller migrates it. */
export async function createMemoryEngine(): Promise<PGlite> {
  return PGlite.create(await memoryEngineOptions());
}

/** The options of an engine in memory: it begins as a copy of the template. */
export async function memoryEngineOptions(): Promise<PGliteOptions<{ vector: typeof vector }>> {
  return { extensions: { vector }, loadDataDir: new Blob([await readTemplate()]) };
}

/**
 * Returns the template: a tar of the data folder of an empty, migrated store, whose engine has ended. It takes some seconds to make, and is
 * kept for the versions of the engine and the migrations that it is made from. Its functions may be out of date, so run
 * `migrate` on the new store.
 */
export async function readTemplate(): Promise<Bytes> {
  return madeOnce(templateFolder, await templateKey(), makeTemplate);
}

async function makeTemplate(): Promise<Bytes> {
  const files = new LastFiles();
  const engine = await PGlite.create({ fs: files, extensions: { vector } });
  try {
    await migrateStore(connectionOf(engine));
    for (const statement of dropOtherDatabases) await engine.exec(statement);
  } finally {
    await engine.close();
  }
  return files.read();
}

/** Keeps what the engine's files are after its end: an engine that begins with the files of a running one recovers them first. */
class LastFiles extends MemoryFS {
  #tar: Blob | null = null;

  override async closeFs(): Promise<void> {
    this.#tar = await this.dumpTar('template', 'none');
    await super.closeFs();
  }

  async read(): Promise<Bytes> {
    if (this.#tar === null) throw new Error('the engine has not ended');
    return new Uint8Array(await this.#tar.arrayBuffer());
  }
}

/** Names what the template is made from: the engine's version, the extension's, the migrations, and what is done after them. */
async function templateKey(): Promise<string> {
  const { migrations } = await readSource();
  const packages = ['@electric-sql/pglite', '@electric-sql/pglite-pgvector'];
  const parts = [
    ...(await Promise.all(packages.map(packageVersion))),
    ...migrations.map(({ name, hash }) => `${name} ${hash}`),
    ...dropOtherDatabases,
  ];
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}

async function packageVersion(name: string): Promise<string> {
  const entry = createRequire(import.meta.url).resolve(name);
  const { version }: { version: string } = JSON.parse(
    await readFile(join(entry, '../../package.json'), 'utf8'),
  );
  return version;
}
