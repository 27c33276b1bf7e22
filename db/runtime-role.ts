import type { Connection } from './connection.ts';
import { missingRights } from './missing-rights.ts';
import { atPlace, type Place } from './place.ts';

/**
 * Runtime roles use a store and do not own it. They are the roles of the policy devai_runtime on devai_migrations: from there,
 * privileges.sql gives them what they need on everything else, also on what later migrations make.
 */
export const admitRole = (role: string, place: Place): string =>
  atPlace(
    `do $devai_role$
declare
  v_roles text := (select string_agg(format('%I', r.name), ', ') from (
    select r.rolname from pg_catalog.pg_policy o join pg_catalog.pg_roles r on r.oid = any (o.polroles)
    where o.polrelid = 'public.devai_migrations'::regclass and o.polname = 'devai_runtime'
    union select ${literal(role)}) as r(name));
begin
  -- "public" and "current_user" would mean others
  if not exists (select from pg_catalog.pg_roles where rolname = ${literal(role)}) then
    raise exception using message = format('role "%s" does not exist', ${literal(role)}), errcode = 'undefined_object';
  end if;
  if exists (select from pg_catalog.pg_policy where polrelid = 'public.devai_migrations'::regclass and polname = 'devai_runtime') then
    execute 'alter policy devai_runtime on public.devai_migrations to ' || v_roles;
  else
    execute 'create policy devai_runtime on public.devai_migrations to ' || v_roles || ' using (true) with check (true)';
  end if;
end $devai_role$;`,
    place,
  );

/** Whether a role is a runtime role of the store, and lacks nothing. */
export async function isAdmitted(connection: Connection, role: string, place: Place): Promise<boolean> {
  const rows = await connection.query(
    atPlace(
      `select from pg_catalog.pg_policy o join pg_catalog.pg_roles r on r.oid = any (o.polroles)
       where o.polrelid = 'public.devai_migrations'::regclass and o.polname = 'devai_runtime' and r.rolname = $1`,
      place,
    ),
    [role],
  );
  return rows.length > 0 && (await missingRights(connection, place, role)).length === 0;
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
