-- When a statement was made: the time of the latest message of its evidence, else p_otherwise. This is not the time of storing, because a
-- session may be extracted long after a later one.
create or replace function public.devai__stated_at(p_evidence jsonb, p_otherwise timestamptz) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return coalesce((
    select max(m.created_at)
    from jsonb_array_elements(p_evidence) as e(item)
    cross join lateral jsonb_array_elements(e.item -> 'messages') as n(number)
    join public.devai_messages m
      on m.session_id = (e.item ->> 'sessionId')::uuid and m.number = (n.number #>> '{}')::numeric::integer
  ), p_otherwise);
end $$;
