import type { Connection } from './connection.ts';
import { findPlace, type Place } from './place.ts';

/** Which role works on which store. `written`: the names as they stand in SQL, in quotes where they need them. */
export type Access = {
  role: string;
  place: Place;
  written: { role: string; schema: string; database: string };
};

export async function readAccess(connection: Connection, schema: string): Promise<Access> {
  const place = await findPlace(connection, schema);
  const [row = {}] = await connection.query(
    `select current_user::text as role, quote_ident(current_user) as written_role, quote_ident($1::text) as schema,
       quote_ident(current_database()) as database`,
    [schema],
  );
  const written = {
    role: String(row['written_role']),
    schema: String(row['schema']),
    database: String(row['database']),
  };
  return { role: String(row['role']), place, written };
}

/** A call needs fewer rights than a migration. */
type Phase = 'migrating' | 'calling';

/** Says of an error for a missing right (42501) which role lacks it and what helps. Other errors stay as they are. */
export function explainRights(error: unknown, access: Access, phase: Phase): unknown {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '42501') return error;
  const text = `${error.message}, as the role ${access.role}. ${remedy([remedyOf(error.message, access, phase)])}`;
  return Object.assign(new Error(text, { cause: error }), { code: '42501' });
}

/** Says what an account needs that lacks rights on the store, named as `missingRights` does. */
export function explainMissing(lacks: string[], access: Access): string {
  const schemas = lacks.filter((right) => right.startsWith('usage on schema'));
  const statements = schemas.map((right) => `grant ${right} to ${access.written.role}`);
  if (schemas.length < lacks.length) statements.push(admission(access));
  const count = lacks.length > 2 ? ` and ${lacks.length - 2} more rights` : '';
  return `the role ${access.role} lacks ${lacks.slice(0, 2).join(', ')}${count}. ${remedy(statements)}`;
}

function remedyOf(message: string, access: Access, phase: Phase): string {
  const { place, written } = access;
  const [, kind, object = ''] = /permission denied for (schema|database) ([^,]+)/.exec(message) ?? [];
  if (kind === 'database') {
    return `grant create on database ${written.database} to ${written.role}" or "create schema ${written.schema} authorization ${written.role}`;
  }
  if (kind === 'schema' && object !== place.schema) {
    return `grant usage on schema ${quotedAsNeeded(object)} to ${written.role}`;
  }
  if (kind === 'schema') {
    return `grant usage${phase === 'migrating' ? ', create' : ''} on schema ${written.schema} to ${written.role}`;
  }
  if (/permission denied to create extension/.test(message)) {
    return `create schema if not exists extensions; create extension vector with schema extensions; grant usage on schema extensions to ${written.role}`;
  }
  const [, owned] = /must be (owner of .+)/.exec(message) ?? [];
  if (owned === undefined) return admission(access);
  return `grant <the ${owned}> to ${written.role}" or "set DATABASE_URL to that owner; pnpm db migrate`;
}

/** The command that gives a role all that it needs to use a migrated store. */
const admission = ({ role, place }: Access): string =>
  `pnpm db migrate${place.schema === 'public' ? '' : ` --schema ${word(place.schema)}`} --runtime-role ${word(role)}`;

const remedy = (statements: string[]): string =>
  `Let the owner or an administrator run ${statements.map((statement) => `"${statement}"`).join(' and ')}`;

const quotedAsNeeded = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;

/** An argument of a command line. */
const word = (text: string): string => (/^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
