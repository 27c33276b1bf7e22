import { readdir, readFile } from 'node:fs/promises';
import { sourceFile, type SourceFile, type SqlSource } from './source-files.ts';

const folder = new URL('.', import.meta.url);

/** Reads the SQL files of this folder. A built package holds their text instead (scripts/build.ts). */
export async function readSource(): Promise<SqlSource> {
  return {
    migrations: await readFolder('migrations/'),
    functions: await readFolder('functions/'),
    privileges: await readSourceFile('privileges.sql'),
  };
}

async function readFolder(name: string): Promise<SourceFile[]> {
  const paths = (await readdir(new URL(name, folder), { recursive: true })).filter((path) =>
    path.endsWith('.sql'),
  );
  const files = await Promise.all(paths.map((path) => readSourceFile(name + path.replaceAll('\\', '/'))));
  return files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

async function readSourceFile(path: string): Promise<SourceFile> {
  const name = path.replace(/^.*\//, '').replace(/\.sql$/, '');
  return sourceFile(name, await readFile(new URL(path, folder), 'utf8'));
}
