-- The sessions that are known to contain a memory: the one that stored it, those of its evidence and its marks, and those that may repeat
-- it (devai__sessions_telling), because it or a message that it stands in was in a prompt there.
create or replace function public.devai__sessions_of_memory(p_memory_id uuid) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  v_own uuid[];
  v_messages text[];
begin
  select array_agg(distinct s.session_id), array_agg(distinct s.session_id || '/' || s.number)
  into v_own, v_messages
  from (
    select e.session_id, e.number from public.devai__evidence_messages(p_memory_id) as e
    union select m.session_id, m.number from public.devai_messages m
    where m.marks <> '[]' and m.marks @> jsonb_build_array(jsonb_build_object('memoryId', p_memory_id))
  ) s;
  return public.devai__sessions_telling(
    array_remove(v_own || (select m.session_id from public.devai_memories m where m.id = p_memory_id), null),
    p_memory_id::text || coalesce(v_messages, '{}'));
end $$;
