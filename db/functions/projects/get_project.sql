-- One project (see devai__project_ids); null if nothing names it.
create or replace function public.devai_get_project(p_user text, p_id text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
begin
  return (select public.devai__project_json(i.id) from public.devai__project_ids() as i(id) where i.id = p_id);
end $$;
