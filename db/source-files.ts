import { createHash } from 'node:crypto';

export type SourceFile = { name: string; text: string; hash: string };
export type SqlSource = {
  /** Tables, sorted by name. */
  migrations: SourceFile[];
  /** One function per file: `functions/sessions/open_session.sql` makes `public.devai_open_session`. Sorted by name. */
  functions: SourceFile[];
  /** Grants, applied after every change. */
  privileges: SourceFile;
};

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
