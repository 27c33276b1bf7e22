-- The messages that still contain a forgotten memory, though no model is shown it: { keptMessages: their number, kept: the first 10 of them
-- ({ sessionId, number }), those that it was taken from first }.
create or replace function public.devai__kept_messages(p_memory_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object('keptMessages', count(*), 'kept', coalesce(
      jsonb_agg(jsonb_build_object('sessionId', k.session_id, 'number', k.number) order by k.place) filter (where k.place <= 10), '[]'))
    from (
      select m.session_id, m.number, row_number() over (order by
        m.marks @> public.devai__forgotten_mark(p_memory_id, '{ "isSource": true }') desc, m.session_id, m.number) as place
      from public.devai_messages m
      where m.marks <> '[]' and m.marks @> public.devai__forgotten_mark(p_memory_id, '{}') and m.metadata <> '{"forgotten": true}'
        and not m.marks @> public.devai__forgotten_mark(p_memory_id, '{ "cut": true }') and public.devai__is_own(m.user_id)
    ) k);
end $$;
