import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

export type SourceFile = { name: string; text: string; hash: string };
export type SqlSource = {
  /** Tables, sorted by name. */
  migrations: SourceFile[];
  /** One function per file: `functions/writing/open_session.sql` makes `public.devai_open_session`. Sorted by name. */
  functions: SourceFile[];
  /** Grants, applied after every change. */
  privileges: SourceFile;
};

const folder = new URL('./', import.meta.url);

/** Reads the SQL files of this folder. */
export async function readSource(): Promise<SqlSource> {
  return {
    migrations: await readFolder('migrations/'),
    functions: await readFolder('functions/'),
    privileges: await readSourceFile('privileges.sql'),
  };
}

/** Whether only other SQL functions call it. Such names begin with `_`. */
export function isInternal(file: SourceFile): boolean {
  return file.name.startsWith('_');
}

/** Whether code of the version before can go on after this migration: it says so in a line `-- Additive: …`. */
export const isAdditive = ({ text }: SourceFile): boolean => /^-- additive:/im.test(text);

/** Returns a file with the hash of its text. Windows and Unix line ends give the same hash. */
export function sourceFile(name: string, rawText: string): SourceFile {
  const text = rawText.replaceAll('\r\n', '\n');
  return { name, text, hash: createHash('sha256').update(text).digest('hex') };
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
