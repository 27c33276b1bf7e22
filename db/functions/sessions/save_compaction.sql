-- Stores a compaction in one transaction: the summary and its last message, the watermark moved up to there, and the new candidates as
-- one deduplicate job. Returns { session, jobId }; jobId is null without candidates.
--
-- Leaves out candidates whose evidence in this session lies wholly at or below the current watermark, because the job that moved the
-- watermark has taken them. Raises conflict if the stored summary does not end at p_from (another process compacted first) or is not
-- p_before, or if messages that were read have been taken or forgotten since (p_seen, see devai__require_unchanged_marks), because the new
-- summary may contain them; invalid_input if p_through is no message after p_from; and not_found. Concurrent calls wait at the session's
-- row.
create or replace function public.devai_save_compaction(
  p_user text, p_session_id uuid, p_from integer, p_through integer, p_before text, p_seen jsonb, p_summary text, p_summary_hash text,
  p_candidates jsonb
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_now timestamptz := public.devai__now();
  v_session public.devai_sessions := public.devai__lock_session(p_session_id);
  v_candidates jsonb;
  v_job public.devai_jobs;
begin
  if v_session.summary_through <> p_from then
    raise exception using errcode = '22DV3', message = format(
      'the summary of session %s ends at message %s, not at %s', p_session_id, v_session.summary_through, p_from);
  end if;
  if v_session.summary is distinct from p_before then
    raise exception using errcode = '22DV3', message = format('the summary of session %s was changed meanwhile', p_session_id);
  end if;
  perform public.devai__require_unchanged_marks(p_seen);
  if p_through <= p_from or p_through > v_session.message_count then
    raise exception using errcode = '22DV1', message = format(
      'a summary up to message %s cannot follow one up to %s in a session of %s messages',
      p_through, p_from, v_session.message_count);
  end if;

  select jsonb_agg(c.candidate order by c.position) into v_candidates
  from jsonb_array_elements(p_candidates) with ordinality as c(candidate, position)
  where coalesce((
    select max(m.number::integer) > v_session.extracted_through
    from jsonb_array_elements(c.candidate -> 'evidence') as e(evidence)
    cross join lateral jsonb_array_elements_text(e.evidence -> 'messages') as m(number)
    where e.evidence ->> 'sessionId' = p_session_id::text
  ), true);

  if v_candidates is not null then
    v_job := public.devai__enqueue_job(
      'deduplicate',
      format('%s/%s', p_session_id, p_through), -- a key of its own, so that the next compaction of the session does not reuse this job while it waits
      jsonb_build_object('sessionId', p_session_id, 'candidates', v_candidates),
      v_now);
  end if;

  update public.devai_sessions
  set summary = p_summary, summary_hash = p_summary_hash, summary_through = p_through,
    extracted_through = greatest(extracted_through, p_through),
    idle_due_at = case when message_count > p_through then idle_due_at end,
    end_due_at = case when message_count > p_through then end_due_at end
  where id = p_session_id
  returning * into v_session;
  return jsonb_build_object('session', public.devai__session_json(v_session), 'jobId', v_job.id);
end $$;
