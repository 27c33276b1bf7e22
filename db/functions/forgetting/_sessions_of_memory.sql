-- The sessions that are known to contain a memory: the one that stored it, those of its evidence and its marks, those that had it in a
-- prompt (metadata: { recalled }), and all sessions that continue one of these, because their first message repeats earlier ones.
create or replace function public.devai__sessions_of_memory(p_memory_id uuid) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    with recursive told as (
      (select m.session_id from public.devai_messages m
      where m.metadata ? 'recalled' and m.metadata -> 'recalled' ? p_memory_id::text
      union select m.session_id from public.devai_memories m where m.id = p_memory_id
      union select s.session_id from public.devai__evidence_messages(p_memory_id) as s
      union select m.session_id from public.devai_messages m
      where m.marks <> '[]' and m.marks @> jsonb_build_array(jsonb_build_object('memoryId', p_memory_id)))
      union
      select s.id from public.devai_sessions s join told t on s.handed_over_from = t.session_id
    )
    select t.session_id from told t);
end $$;
