import type { Queryable } from './connection.ts';
import { sourceFile, type SqlSource } from './source-files.ts';

/**
 * Where a store is in its database: the schema of its tables and functions, and the schema of pgvector, null where the database has no
 * pgvector yet. The SQL files are written for `public` and `extensions`; `atPlace` renders them for another place. Each name in them
 * carries its schema, because a search path does not survive a pooler that lends connections for one transaction.
 */
export type Place = { schema: string; vectorSchema: string | null };

export const defaultSchema = 'public';
const defaultVectorSchema = 'extensions';

/** Returns what is wrong with a name for the store's schema. The name becomes a part of literals and of a notice channel (63 bytes). */
export function schemaProblem(name: string): string | undefined {
  if (/^pg_/i.test(name) || name === 'information_schema') return `the schema ${name} belongs to Postgres`;
  // oxlint-disable-next-line no-control-regex
  if (name === '' || Buffer.byteLength(name) > 48 || /["'\\$\u0000-\u001f\u007f]/.test(name)) {
    return 'needs the name of a schema: 1 to 48 bytes, without quotes, backslashes, dollar signs and control characters';
  }
  return undefined;
}

/** Finds pgvector in the database, wherever it is. */
export async function findPlace(connection: Queryable, schema: string = defaultSchema): Promise<Place> {
  const problem = schemaProblem(schema);
  if (problem !== undefined) throw new Error(problem);
  const [row] = await connection.query(
    `select n.nspname as schema from pg_catalog.pg_extension e
     join pg_catalog.pg_namespace n on n.oid = e.extnamespace where e.extname = 'vector'`,
  );
  return { schema, vectorSchema: row === undefined ? null : String(row['schema']) };
}

/** Renders SQL that was written for `public` and `extensions`. */
export function atPlace(text: string, { schema, vectorSchema }: Place): string {
  let rendered = text;
  if (vectorSchema !== null) {
    rendered = rendered.replace(makePgvector, '');
    if (vectorSchema !== defaultVectorSchema)
      rendered = rendered.replaceAll(/\bextensions\./g, () => `${quotedName(vectorSchema)}.`);
  }
  if (schema === defaultSchema) return rendered;
  return (
    rendered
      .replaceAll(/\bpublic\.(?=devai_)/g, () => `${quotedName(schema)}.`)
      .replaceAll("'public'::regnamespace", `'${quotedName(schema)}'::regnamespace`)
      .replaceAll("'public'", `'${schema}'`)
      // channels and keys of locks are names of the whole database
      .replaceAll(/\b(pg_notify|hashtextextended)\('/g, (call) => `${call}${schema}.`)
  );
}

/** Where an embedded store is. */
export const defaultPlace: Place = { schema: defaultSchema, vectorSchema: defaultVectorSchema };

const makePgvector =
  /create schema if not exists extensions;\s*create extension if not exists vector with schema extensions;/;

/** The files as they are at a place. A migration keeps its hash, a function of another place has another. */
export function sourceAt(source: SqlSource, place: Place): SqlSource {
  const functionAt = ({ name, text }: { name: string; text: string }) =>
    sourceFile(name, atPlace(text, place));
  return {
    migrations: source.migrations.map((file) => ({ ...file, text: atPlace(file.text, place) })),
    functions: source.functions.map(functionAt),
    privileges: functionAt(source.privileges),
  };
}

/** Makes the schema if it is missing. Nothing asks for the right to make it if it is there. */
export const makeSchema = ({ schema }: Place): string =>
  schema === defaultSchema
    ? ''
    : `do $$ begin if not exists (select from pg_catalog.pg_namespace where nspname = '${schema}') then create schema ${quotedName(schema)}; end if; end $$;`;

/** The channel on which a store announces to its processes. */
export const channelAt = (place: Place, channel: string): string =>
  quotedName(place.schema === defaultSchema ? channel : `${place.schema}.${channel}`);

/** A name as an identifier. The default schemas stay as they are written in the files. */
function quotedName(name: string): string {
  return name === defaultSchema || name === defaultVectorSchema ? name : `"${name.replaceAll('"', '""')}"`;
}
