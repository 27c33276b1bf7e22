-- Sessions of the user in a project (null: in all) that were last active before a moment, latest first, as an array: those with messages
-- or a name, because an import or a host may bring one in which nothing was said. Sessions of delegated tasks are included only with p_children; p_parent
-- selects those that one session delegated.
create or replace function public.devai_list_sessions(
  p_user text, p_project text, p_children boolean, p_parent uuid, p_before timestamptz, p_limit integer
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
begin
  return (
    select coalesce(jsonb_agg(public.devai__session_json(page) order by page.last_active_at desc, page.id), '[]')
    from (
      select * from public.devai_sessions s
      where s.user_id = v_user and (s.message_count > 0 or s.name is not null)
        and (p_project is null or s.project = p_project)
        and (p_children or s.parent_session is null or s.parent_session = p_parent)
        and (p_parent is null or s.parent_session = p_parent)
        and (p_before is null or s.last_active_at < p_before)
      order by s.last_active_at desc, s.id
      limit p_limit
    ) page
  );
end $$;
