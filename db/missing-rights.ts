import type { Connection } from './connection.ts';
import type { Place } from './place.ts';

/**
 * Returns what a role (the connection's by default) lacks to use the store, each as "select on table devai_jobs": a table that row-level
 * security hides from it counts, because it would look empty. Asks the catalogues alone, which every role may read. Empty where no store
 * is yet.
 */
export async function missingRights(
  connection: Connection,
  { schema, vectorSchema }: Place,
  role: string | null = null,
): Promise<string[]> {
  const rows = await connection.query(query, [schema, vectorSchema, role]);
  return rows.map((row) => String(row['lacks']));
}

const query = `
  with me as (
    select r.rolname as name, r.rolsuper or r.rolbypassrls as sees_all from pg_catalog.pg_roles r where r.rolname = coalesce($3, current_user)
  ), store as (
    select n.oid, n.nspname from pg_catalog.pg_namespace n where n.nspname = $1
  ), tables as (
    select c.oid, c.relname, c.relowner, c.relrowsecurity, c.relname in ('devai_migrations', 'devai_functions') as is_bookkeeping
    from pg_catalog.pg_class c join store on c.relnamespace = store.oid
    where c.relkind in ('r', 'p') and c.relname like 'devai\\_%'
  )
  select 'usage on schema ' || quote_ident(n.nspname) as lacks
  from me, pg_catalog.pg_namespace n
  where not has_schema_privilege(me.name, n.oid, 'usage') and (n.nspname = $2 or n.nspname = $1 and exists (select from tables))
  union all
  select p.name || ' on table ' || t.relname
  from me, tables t cross join unnest(array['select', 'insert', 'update', 'delete']) as p(name)
  where not has_table_privilege(me.name, t.oid, p.name) and (p.name = 'select' or not t.is_bookkeeping)
  union all
  select 'a policy on table ' || t.relname
  from me, tables t
  where t.relrowsecurity and not me.sees_all and not pg_has_role(me.name, t.relowner, 'usage') and not exists (
    select from pg_catalog.pg_policy o
    where o.polrelid = t.oid and o.polpermissive and o.polcmd = '*'
      and exists (select from unnest(o.polroles) r(role) where r.role = 0 or pg_has_role(me.name, r.role, 'usage')))
  union all
  select 'execute on function ' || p.proname
  from me, pg_catalog.pg_proc p join store on p.pronamespace = store.oid
  where p.proname like 'devai\\_%' and not has_function_privilege(me.name, p.oid, 'execute')`;
