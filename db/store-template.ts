import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { SqlSource } from './source-files.ts';

/** The data folder of an empty, migrated embedded store: a tar, compressed with zstd. */
export const templateFile = 'store-template.tar.zst';
/** Records what the template was made from. */
export const manifestFile = 'store-template.json';

/** The PGlite version, the hash of all SQL files, of each migration, and of the compressed template. */
export type TemplateManifest = {
  engine: string;
  source: string;
  migrations: Record<string, string>;
  template: string;
};

const folder = new URL('./', import.meta.url);
/** A new cluster has three databases with the same pages. A window over all of them lets zstd find the repetition. */
const windowLog = 26;

/**
 * Returns the tar of a migrated store's data folder, or null if the committed one was made by another PGlite version or from a migration
 * that has changed. Functions may be out of date and migrations may be missing, so run `migrate` on the new store.
 */
export async function readStoreTemplate(
  engine: string,
  source: SqlSource,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const manifest = await readManifest();
  if (manifest === null || manifest.engine !== engine) return null;
  const current = new Map(source.migrations.map(({ name, hash }) => [name, hash]));
  const isKnown = ([name, hash]: [string, string]) => current.get(name) === hash;
  if (!Object.entries(manifest.migrations).every(isKnown)) return null;
  return zstdDecompressSync(await readFile(new URL(templateFile, folder)), {
    params: { [constants.ZSTD_d_windowLogMax]: windowLog },
    chunkSize: 2 ** windowLog, // in one piece: joining many takes longer than decompressing
  });
}

/** Returns the compressed template and its manifest for a dump of an engine's data folder. */
export function packTemplate(
  engine: string,
  source: SqlSource,
  dump: Uint8Array,
): { template: Uint8Array; manifest: TemplateManifest } {
  const template = zstdCompressSync(dump, {
    params: { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_windowLog]: windowLog },
  });
  return {
    template,
    manifest: {
      engine,
      source: sourceHash(source),
      migrations: Object.fromEntries(source.migrations.map(({ name, hash }) => [name, hash])),
      template: sha256(template),
    },
  };
}

/** Returns the version of PGlite that the module at this address (its `import.meta.url`) imports. */
export async function engineVersion(module: string): Promise<string> {
  const entry = createRequire(module).resolve('@electric-sql/pglite');
  const { version }: { version: string } = JSON.parse(
    await readFile(join(entry, '../../package.json'), 'utf8'),
  );
  return version;
}

/** Whether the committed template was made by this PGlite version from exactly these SQL files. */
export async function isTemplateCurrent(engine: string, source: SqlSource): Promise<boolean> {
  const manifest = await readManifest();
  if (manifest?.engine !== engine || manifest.source !== sourceHash(source)) return false;
  return manifest.template === sha256(await readFile(new URL(templateFile, folder)));
}

async function readManifest(): Promise<TemplateManifest | null> {
  try {
    const manifest: TemplateManifest = JSON.parse(await readFile(new URL(manifestFile, folder), 'utf8'));
    return manifest;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

function sourceHash({ migrations, functions, privileges }: SqlSource): string {
  return sha256(
    [...migrations, ...functions, privileges].map(({ name, hash }) => `${name} ${hash}\n`).join(''),
  );
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
