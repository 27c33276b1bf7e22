-- Sets the fields of a project that the patch names: name, workspacePath, description (null removes each), settings (by key, null removes
-- one), archived. Creates the project if it has no row. Returns it. Raises invalid_input, and not_found when archived is set of a project that
-- does not exist (see devai__project_ids).
create or replace function public.devai_save_project(p_user text, p_id text, p_patch jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_now timestamptz := public.devai__now();
begin
  if p_patch ? 'archived' and public.devai_get_project(p_user, p_id) is null then
    raise exception using errcode = '22DV2', message = format('there is no project %s', p_id);
  end if;
  insert into public.devai_projects (id, created_at, updated_at) values (p_id, v_now, v_now) on conflict (id) do nothing;
  update public.devai_projects p
  set name = case when p_patch ? 'name' then p_patch ->> 'name' else p.name end,
    workspace_path = case when p_patch ? 'workspacePath' then p_patch ->> 'workspacePath' else p.workspace_path end,
    description = case when p_patch ? 'description' then p_patch ->> 'description' else p.description end,
    settings = jsonb_strip_nulls(p.settings || coalesce(p_patch -> 'settings', '{}')),
    archived_at = case (p_patch ->> 'archived')::boolean when true then coalesce(p.archived_at, v_now)
      when false then null else p.archived_at end,
    updated_at = v_now
  where p.id = p_id;
  return public.devai__project_json(p_id);
exception
  when check_violation then
    raise exception using errcode = '22DV1', message = 'name: needs 1 to 200 characters';
end $$;
