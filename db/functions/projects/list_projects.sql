-- All projects, last active first, as an array; archived ones only with p_archived.
create or replace function public.devai_list_projects(p_user text, p_archived boolean) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
begin
  return (
    select coalesce(jsonb_agg(one.project order by one.project ->> 'lastActiveAt' desc nulls last, one.project ->> 'id'), '[]')
    from (select public.devai__project_json(i.id) as project from public.devai__project_ids() as i(id)) one
    where p_archived or one.project ->> 'archivedAt' is null);
end $$;
