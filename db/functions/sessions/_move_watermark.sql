-- Moves a session's watermark to a later message, and clears the due times if nothing stands above it. Raises conflict if it is
-- not at p_from (another job or a compaction moved it), and not_found. Concurrent calls wait at the row; the second fails.
create or replace function public.devai__move_watermark(p_session_id uuid, p_from integer, p_through integer) returns void
language plpgsql set search_path = '' as $$
declare
  v_session public.devai_sessions;
begin
  select * into v_session from public.devai_sessions where id = p_session_id for update;
  if not found then
    raise exception using errcode = '22DV2', message = format('there is no session %s', p_session_id);
  end if;
  if v_session.extracted_through <> p_from then
    raise exception using errcode = '22DV3', message = format(
      'the watermark of session %s is at %s, not at %s', p_session_id, v_session.extracted_through, p_from);
  end if;
  if p_through < p_from or p_through > v_session.message_count then
    raise exception using errcode = '22DV1', message = format(
      'the watermark cannot move from %s to %s in a session of %s messages', p_from, p_through, v_session.message_count);
  end if;

  update public.devai_sessions
  set extracted_through = p_through,
    idle_due_at = case when message_count > p_through then idle_due_at end,
    end_due_at = case when message_count > p_through then end_due_at end
  where id = p_session_id;
end $$;
