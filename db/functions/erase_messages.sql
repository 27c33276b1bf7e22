-- internal
-- Empties the messages that are marked as a source of a forgotten memory. They keep their numbers. Returns how many were emptied.
create or replace function public.devai_erase_messages(p_memory_id uuid) returns integer
language plpgsql set search_path = '' as $$
declare
  v_erased integer;
begin
  update public.devai_messages m
  set content = '', tool_calls = '[]', words = '', content_hash = '', tokens = 0, metadata = '{"forgotten": true}',
    marks = public.devai_whole_marks(m.marks)
  where m.marks <> '[]' and m.marks @> public.devai_forgotten_mark(p_memory_id, '{ "is_source": true }')
    and m.metadata <> '{"forgotten": true}';
  get diagnostics v_erased = row_count;
  return v_erased;
end $$;
