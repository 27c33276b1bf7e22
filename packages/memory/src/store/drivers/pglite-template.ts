import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { engineVersion, readSource, readStoreTemplate } from '@devai/db';

/** Creates an embedded Postgres with pgvector in memory. The caller migrates it. */
export async function createMemoryEngine(): Promise<PGlite> {
  return PGlite.create(await memoryEngineOptions());
}

/**
 * The options of an engine in memory: it begins as a copy of the template of a migrated store where that fits this version
 * of PGlite, and as a new cluster where it does not, which takes seconds and more than a gigabyte.
 */
export async function memoryEngineOptions(): Promise<PGliteOptions<{ vector: typeof vector }>> {
  const template = await readTemplate();
  return { extensions: { vector }, ...(template && { loadDataDir: new Blob([template]) }) };
}

/** The tar of an empty, migrated store's data folder; null where it does not fit this version of PGlite. */
export async function readTemplate(): Promise<Uint8Array<ArrayBuffer> | null> {
  return readStoreTemplate(await engineVersion(import.meta.url), await readSource());
}
