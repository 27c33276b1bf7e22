-- What the store was made from, for a driver that cannot look: { vectorSchema, migrations: [{ name, hash, isAdditive }], functions: [{ name,
-- hash, parameters, required }] }. Functions that somebody dropped are left out; `privileges` has no parameters.
create or replace function public.devai_get_versions() returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'vectorSchema', (
      select n.nspname from pg_catalog.pg_extension e join pg_catalog.pg_namespace n on n.oid = e.extnamespace where e.extname = 'vector'),
    'migrations', (
      select coalesce(jsonb_agg(jsonb_build_object('name', m.name, 'hash', m.hash, 'isAdditive', m.is_additive) order by m.name), '[]')
      from public.devai_migrations m),
    'functions', (
      select coalesce(jsonb_agg(jsonb_build_object('name', f.name, 'hash', f.hash,
        'parameters', coalesce(p.proargnames, '{}'), 'required', coalesce(p.pronargs - p.pronargdefaults, 0)) order by f.name), '[]')
      from public.devai_functions f
      left join pg_catalog.pg_proc p on p.proname = 'devai_' || f.name
        and p.pronamespace = (select n.oid from pg_catalog.pg_namespace n where n.nspname = 'public')
      where f.name = 'privileges' or p.oid is not null));
end $$;
