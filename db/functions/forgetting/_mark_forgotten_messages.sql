-- Marks where a memory that is being forgotten stands in messages: the places that the caller found (p_marks), and, as a whole, what he did
-- not find or had no time to see: messages of its evidence, and those of its sessions that hold one of the texts.
create or replace function public.devai__mark_forgotten_messages(p_memory public.devai_memories, p_marks jsonb, p_texts text[]) returns void
language plpgsql set search_path = '' as $$
begin
  perform public.devai__mark_messages(p_marks, 'forgotten', p_memory.id);
  perform public.devai__mark_messages((
    with source as (
      select (e.item ->> 'sessionId')::uuid as session_id, (n.number #>> '{}')::numeric::integer as number
      from jsonb_array_elements(p_memory.evidence) as e(item)
      cross join lateral jsonb_array_elements(e.item -> 'messages') as n(number)
    )
    select coalesce(jsonb_agg(jsonb_build_object('session_id', m.session_id, 'number', m.number)), '[]')
    from public.devai_messages m
    where (m.session_id = p_memory.session_id or m.session_id in (select s.session_id from source s))
      and not m.marks @> public.devai__forgotten_mark(p_memory.id, '{}') and m.metadata <> '{"forgotten": true}'
      and ((m.session_id, m.number) in (select s.session_id, s.number from source s)
        or public.devai__message_contains(m, p_texts))),
    'forgotten', p_memory.id);
end $$;
