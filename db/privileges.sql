-- Privileges: only the owner, the runtime roles and, if it exists, Supabase's service_role may use the tables and functions. Row-level
-- security is on for every table. A table has one policy at most, for the runtime roles: those of the policy devai_runtime on
-- devai_migrations. In addition, `public`, `anon` and `authenticated` lose all privileges, including those that Supabase's defaults grant.
do $$
declare
  v_role text;
  v_object text;
  v_runtime text[] := array(
    select r.rolname from pg_catalog.pg_policy o join pg_catalog.pg_roles r on r.oid = any (o.polroles)
    where o.polrelid = 'public.devai_migrations'::regclass and o.polname = 'devai_runtime' order by r.rolname);
begin
  -- policies first: autovacuum waits for whoever has changed a table's privileges, so whoever then waited for its lock on the table would
  -- wait forever
  if v_runtime <> '{}' then
    for v_object in
      select format(case when o.polname is null
          then 'create policy devai_runtime on %s to %s using (true) with check (true)'
          else 'alter policy devai_runtime on %s to %s' end,
        c.oid::regclass, (select string_agg(quote_ident(r.name), ', ') from unnest(v_runtime) as r(name)))
      from pg_catalog.pg_class c
      left join pg_catalog.pg_policy o on o.polrelid = c.oid and o.polname = 'devai_runtime'
      where c.relnamespace = 'public'::regnamespace and c.relname like 'devai\_%' and c.relkind in ('r', 'p')
        -- a change of a policy locks its table
        and not coalesce(o.polroles @> array(select r.oid from pg_catalog.pg_roles r where r.rolname = any (v_runtime)), false)
    loop
      execute v_object;
    end loop;
  end if;

  for v_object in
    select format('function %s', p.oid::regprocedure)
    from pg_catalog.pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname like 'devai\_%'
    union all
    select format('%s %s', case c.relkind when 'S' then 'sequence' else 'table' end, c.oid::regclass)
    from pg_catalog.pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relname like 'devai\_%' and c.relkind in ('r', 'p', 'v', 'm', 'S')
  loop
    execute format('revoke all on %s from public', v_object);
    foreach v_role in array array['anon', 'authenticated'] loop
      if exists (select from pg_catalog.pg_roles where rolname = v_role) then
        execute format('revoke all on %s from %I', v_object, v_role);
      end if;
    end loop;
    if exists (select from pg_catalog.pg_roles where rolname = 'service_role') then
      execute format('grant all on %s to service_role', v_object);
    end if;
  end loop;

  if exists (select from pg_catalog.pg_roles where rolname = 'service_role') then
    for v_object in
      select n.nspname from pg_catalog.pg_namespace n
      where n.oid = 'public'::regnamespace or n.oid in (select extnamespace from pg_catalog.pg_extension where extname = 'vector')
    loop
      execute format('grant usage on schema %I to service_role', v_object);
    end loop;
  end if;

  foreach v_role in array v_runtime loop
    for v_object in
      select format('usage on schema %I', n.nspname)
      from pg_catalog.pg_namespace n
      where (n.oid = 'public'::regnamespace or n.oid in (select extnamespace from pg_catalog.pg_extension where extname = 'vector'))
        and not has_schema_privilege(v_role, n.oid, 'usage')
      union all
      select format('execute on function %s', p.oid::regprocedure)
      from pg_catalog.pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.proname like 'devai\_%'
      union all
      select format(case
          when c.relkind = 'S' then 'usage, select on sequence %s'
          when c.relname in ('devai_migrations', 'devai_functions') then 'select on table %s'
          else 'select, insert, update, delete on table %s' end, c.oid::regclass)
      from pg_catalog.pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relname like 'devai\_%' and c.relkind in ('r', 'p', 'v', 'm', 'S')
    loop
      execute format('grant %s to %I', v_object, v_role);
    end loop;
  end loop;
end $$;
