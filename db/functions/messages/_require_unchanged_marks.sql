-- Raises conflict if messages were marked since they were read, because what the caller made of them may contain text that was forgotten
-- or taken meanwhile; the caller reads them again. p_seen: { sessionId, after, through, marks }, where marks is their number; null
-- always passes. Raises it, too, if the session was deleted. Locks the session until the transaction ends.
create or replace function public.devai__require_unchanged_marks(p_seen jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  if p_seen is null or jsonb_typeof(p_seen) = 'null' then
    return;
  end if;
  perform public.devai__lock_sessions(array[(p_seen ->> 'sessionId')::uuid]);
  if not exists (select from public.devai_sessions s where s.id = (p_seen ->> 'sessionId')::uuid) or (p_seen ->> 'marks')::bigint <> (
    select coalesce(sum(jsonb_array_length(m.marks)), 0)
    from public.devai_messages m
    where m.session_id = (p_seen ->> 'sessionId')::uuid and m.marks <> '[]'
      and m.number > (p_seen ->> 'after')::integer and m.number <= (p_seen ->> 'through')::integer
  ) then
    raise exception using errcode = '22DV3', message = format(
      'parts of messages %s to %s of session %s were taken or forgotten meanwhile',
      (p_seen ->> 'after')::integer + 1, p_seen ->> 'through', p_seen ->> 'sessionId');
  end if;
end $$;
