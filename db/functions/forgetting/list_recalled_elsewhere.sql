-- The messages of a session, and of the tasks that it delegated, that were in the prompt of another session, whose replies may quote them:
-- an array of { sessionId, number }.
create or replace function public.devai_list_recalled_elsewhere(p_session_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_sessions uuid[] := public.devai__session_with_tasks(p_session_id);
begin
  return (
    select coalesce(jsonb_agg(distinct jsonb_build_object('sessionId', own.id, 'number', split_part(r.key, '/', 2)::integer)), '[]')
    from public.devai_messages m
    cross join jsonb_array_elements_text(m.metadata -> 'recalled') as r(key)
    join unnest(v_sessions) as own(id) on r.key ^@ (own.id || '/')
    where m.metadata ? 'recalled' and m.session_id <> all(v_sessions));
end $$;
