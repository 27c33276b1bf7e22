-- Notes that a session ended. Messages above the watermark are due for extraction after a grace period, within which reopening
-- cancels it; without one the job is created at once. Returns { due }: whether there is anything. Raises not_found. An end that
-- arrives after the session was reopened elsewhere costs one extra extraction and loses nothing.
create or replace function public.devai_end_session(p_id uuid, p_grace_seconds double precision) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := public.devai__now();
  v_session public.devai_sessions := public.devai__lock_session(p_id);
  v_due boolean := v_session.message_count > v_session.extracted_through;
begin
  if v_due and p_grace_seconds <= 0 then
    perform public.devai__enqueue_job('extract', p_id::text, '{}', v_now);
  end if;
  update public.devai_sessions
  set ended_at = v_now,
    end_due_at = case when v_due and p_grace_seconds > 0 then v_now + make_interval(secs => p_grace_seconds) end
  where id = p_id;
  return jsonb_build_object('due', v_due);
end $$;
