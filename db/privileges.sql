-- Privileges: only the owner and, if it exists, Supabase's service_role may use the tables and functions. Row-level security is on for
-- every table and no table has a policy. In addition, `public`, `anon` and `authenticated` lose all privileges, including those that
-- Supabase's defaults grant.
do $$
declare
  v_role text;
  v_object text;
begin
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
end $$;
