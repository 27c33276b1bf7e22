-- Ends a session. Its messages above the watermark become due for extraction after a grace period, within which reopening the session
-- cancels the end; without a grace period the job is created at once. Returns { due }: whether there are such messages. Raises
-- not_found. If the end arrives after another process reopened the session, one extra extraction runs and nothing is lost.
create or replace function public.devai_end_session(p_user text, p_id uuid, p_grace_seconds double precision) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
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
