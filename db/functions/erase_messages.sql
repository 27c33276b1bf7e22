-- internal
-- Empties the messages that a memory came from, and those of the same sessions that hold one of the texts (the reply that repeats it, the
-- call of the tool that stored it). They keep their numbers. Returns how many were emptied.
create or replace function public.devai_erase_messages(p_memory public.devai_memories, p_texts text[]) returns integer
language plpgsql set search_path = '' as $$
declare
  v_erased integer;
begin
  with source as (
    select (e.item ->> 'sessionId')::uuid as session_id, (n.number #>> '{}')::numeric::integer as number
    from jsonb_array_elements(p_memory.evidence) as e(item)
    cross join lateral jsonb_array_elements(e.item -> 'messages') as n(number)
  )
  update public.devai_messages m
  set content = '', tool_calls = '[]', words = '', content_hash = '', tokens = 0, metadata = '{"forgotten": true}'
  where (m.session_id = p_memory.session_id or m.session_id in (select s.session_id from source s))
    and m.metadata <> '{"forgotten": true}'
    and ((m.session_id, m.number) in (select s.session_id, s.number from source s)
      or public.devai_erase_text(m.content, p_texts) <> m.content
      or public.devai_holds_text(m.tool_calls, p_texts)
      or public.devai_holds_text(m.metadata, p_texts));
  get diagnostics v_erased = row_count;
  return v_erased;
end $$;
