-- Adds marks ({ sessionId, number, part, isSource }) of one kind, for one memory, to messages. Ignores messages that do not
-- exist. The caller holds the sessions (devai__lock_sessions).
create or replace function public.devai__mark_messages(p_marks jsonb, p_kind text, p_memory_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  update public.devai_messages m
  set marks = m.marks || given.marks
  from (
    select (g.mark ->> 'sessionId')::uuid as session_id, (g.mark ->> 'number')::integer as number,
      jsonb_agg(jsonb_build_object('memoryId', p_memory_id, 'kind', p_kind, 'part', g.mark -> 'part',
        'isSource', coalesce((g.mark ->> 'isSource')::boolean, true)) order by g.position) as marks
    from jsonb_array_elements(p_marks) with ordinality as g(mark, position)
    group by 1, 2
  ) given
  where m.session_id = given.session_id and m.number = given.number;
end $$;
