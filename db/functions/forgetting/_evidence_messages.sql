-- The messages that a memory was taken from, without those of other users, by session and number.
create or replace function public.devai__evidence_messages(p_memory_id uuid) returns table (session_id uuid, number integer)
language plpgsql stable set search_path = '' as $$
begin
  return query
    select distinct (e.item ->> 'sessionId')::uuid, (n.number #>> '{}')::numeric::integer
    from public.devai_memories m
    cross join lateral jsonb_array_elements(m.evidence) as e(item)
    cross join lateral jsonb_array_elements(e.item -> 'messages') as n(number)
    left join public.devai_sessions s on s.id = (e.item ->> 'sessionId')::uuid
    where m.id = p_memory_id and public.devai__is_own(s.user_id);
end $$;
