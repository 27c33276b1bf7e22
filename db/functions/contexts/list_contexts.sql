-- Contexts, newest first, without texts, as an array. Filters by session, project (null only for an operator) and turn, where null means
-- all, and by the moment before which they were made.
create or replace function public.devai_list_contexts(
  p_session_id uuid, p_project text, p_turn uuid, p_before timestamptz, p_limit integer
) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(public.devai__context_json(page) order by page.created_at desc, page.step desc, page.id), '[]')
    from (
      select * from public.devai_contexts c
      where (p_session_id is null or c.session_id = p_session_id) and (p_project is null or c.project = p_project)
        and (p_turn is null or c.turn = p_turn) and (p_before is null or c.created_at < p_before)
      order by c.created_at desc, c.step desc, c.id
      limit p_limit
    ) page);
end $$;
