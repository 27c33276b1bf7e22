-- Creates an extract job for each due session and clears its due times, in one transaction: a crash keeps both or neither. A session that
-- is being imported waits for its messages (devai_import_rows). A job is due since its session was, so that sessions which one call takes
-- keep their order. One call takes 500 sessions at most, those first that have been due for longest: a claim, which makes it, is given up
-- after seconds. Returns the number of jobs. Calls wait for each other until their transactions end, so that no job of a younger session can
-- be claimed while older ones become jobs.
create or replace function public.devai_enqueue_due_extractions() returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := public.devai__now();
  v_session public.devai_sessions;
  v_count integer := 0;
begin
  perform pg_advisory_xact_lock('public.devai_jobs'::regclass::oid::bigint);
  for v_session in
    select * from public.devai_sessions s
    where least(s.idle_due_at, s.end_due_at) <= v_now
      and (s.message_count <= s.extracted_through or exists (
        select from public.devai_messages m where m.session_id = s.id and m.number > s.extracted_through))
    order by least(s.idle_due_at, s.end_due_at)
    limit 500
    for update skip locked
  loop
    update public.devai_sessions set idle_due_at = null, end_due_at = null where id = v_session.id;
    if v_session.message_count > v_session.extracted_through then
      perform public.devai__enqueue_job('extract', v_session.id::text, '{}', least(v_session.idle_due_at, v_session.end_due_at));
      v_count := v_count + 1;
    end if;
  end loop;
  return to_jsonb(v_count);
end $$;
