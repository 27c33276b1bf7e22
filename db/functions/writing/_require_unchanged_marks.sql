-- Raises conflict when the messages that somebody read have other marks by now than he has seen: p_seen is { sessionId, after, through,
-- marks }, the number of their marks. What he made of them may hold what was forgotten or taken meanwhile; he has to read them
-- again. Null passes. Holds the session from here on.
create or replace function public.devai__require_unchanged_marks(p_seen jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  if p_seen is null or jsonb_typeof(p_seen) = 'null' then
    return;
  end if;
  perform public.devai__lock_sessions(array[(p_seen ->> 'sessionId')::uuid]);
  if (p_seen ->> 'marks')::bigint <> (
    select coalesce(sum(jsonb_array_length(m.marks)), 0)
    from public.devai_messages m
    where m.session_id = (p_seen ->> 'sessionId')::uuid and m.marks <> '[]'
      and m.number > (p_seen ->> 'after')::integer and m.number <= (p_seen ->> 'through')::integer
  ) then
    raise exception using errcode = '22DV3', message = format(
      'something of messages %s to %s of session %s was taken or forgotten meanwhile',
      (p_seen ->> 'after')::integer + 1, p_seen ->> 'through', p_seen ->> 'sessionId');
  end if;
end $$;
