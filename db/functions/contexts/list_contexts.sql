-- Contexts of the user's sessions, newest first, without texts, as an array. Filters by session, project and turn, where null means
-- all, and by the moment before which they were made.
create or replace function public.devai_list_contexts(
  p_user text, p_session_id uuid, p_project text, p_turn uuid, p_before timestamptz, p_limit integer
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
begin
  return (
    select coalesce(jsonb_agg(public.devai__context_json(page) order by page.created_at desc, page.step desc, page.id), '[]')
    from (
      select c.* from public.devai_contexts c
      join public.devai_sessions s on s.id = c.session_id and s.user_id = v_user
      where (p_session_id is null or c.session_id = p_session_id) and (p_project is null or c.project = p_project)
        and (p_turn is null or c.turn = p_turn) and (p_before is null or c.created_at < p_before)
      order by c.created_at desc, c.step desc, c.id
      limit p_limit
    ) page);
end $$;
