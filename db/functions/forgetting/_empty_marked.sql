-- Empties the messages that are a source of what was forgotten (p_id: the memory, or the message itself); they keep their numbers. Returns
-- how many.
create or replace function public.devai__empty_marked(p_id uuid) returns integer
language plpgsql set search_path = '' as $$
declare
  v_erased integer;
begin
  update public.devai_messages m
  set content = '', tool_calls = '[]', words = '', content_hash = '', tokens = 0, metadata = '{"forgotten": true}',
    marks = public.devai__widen_marks(m.marks)
  where m.marks <> '[]' and m.marks @> public.devai__forgotten_mark(p_id, '{ "isSource": true }')
    and m.metadata <> '{"forgotten": true}' and public.devai__is_own(m.user_id);
  get diagnostics v_erased = row_count;
  return v_erased;
end $$;
