-- The messages of a session, and of the tasks that it delegated, that were in the prompt of another session, whose replies may quote them:
-- an array of { sessionId, number }. Raises not_found, and session_busy while a turn is running in one of the sessions, before anything of
-- them is erased.
create or replace function public.devai_list_recalled_elsewhere(p_user text, p_session_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_sessions uuid[] := public.devai__idle_session_with_tasks(p_session_id);
begin
  return (
    select coalesce(jsonb_agg(distinct jsonb_build_object('sessionId', m.session_id, 'number', m.number)), '[]')
    from (
      select r.key #>> '{}' as key
      from public.devai_messages m
      cross join jsonb_path_query(m.metadata, 'lax $.recalled[*]') as r(key)
      where m.metadata ? 'recalled' and m.session_id <> all(v_sessions)
      union
      select unnest(p.mentions) from public.devai_context_parts p
      where p.mentions <> '{}' and p.session_id <> all(v_sessions)
    ) told
    join public.devai_messages m on told.key = m.session_id || '/' || m.number
    where m.session_id = any(v_sessions));
end $$;
