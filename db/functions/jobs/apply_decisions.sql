-- Applies all decisions of a job in one transaction: memories and their events, the session's watermark (p_watermark: { sessionId, from,
-- through } or null) and gist (p_gist, see devai__set_gist, or null), usage (p_usage, see devai_record_usage) and the end of the job.
-- Applies them in order; the target of a noop may be the id of an earlier candidate. Then creates the relations that the candidates name
-- (devai__relate_candidates). Returns an array of { candidate, action, memoryId, previousId, reason, relations } in the order of the
-- candidates, and stores it in the job's result.
--
-- Raises lease_lost if the worker does not hold the job, conflict if the watermark or the gist changed or if messages that were read have
-- been taken or forgotten since (p_seen, see devai__require_unchanged_marks), and invalid_input. Nothing is applied then.
--
-- If concurrent jobs have the same statement, one transaction at a time writes in a scope, and the second finds the first's memory by
-- its text. The same holds for two candidates of one batch.
create or replace function public.devai_apply_decisions(
  p_job_id uuid, p_worker text, p_candidates jsonb, p_decisions jsonb, p_watermark jsonb, p_gist jsonb, p_seen jsonb,
  p_result jsonb, p_usage jsonb
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_scopes text[];
  v_candidate jsonb;
  v_decision jsonb;
  v_one jsonb;
  v_rows jsonb := '{}'; -- candidate id -> id of the memory that holds the statement
  v_applied jsonb[] := '{}';
  v_result jsonb;
begin
  perform public.devai__as_user((public.devai__lock_leased_job(p_job_id, p_worker)).user_id);
  p_candidates := public.devai__filed_namespaces(p_candidates);
  v_scopes := array(
    select public.devai__scope_of(c.candidate ->> 'namespace') from jsonb_array_elements(p_candidates) as c(candidate));
  perform public.devai__check_decisions(p_candidates, p_decisions);
  perform public.devai__require_unchanged_marks(p_seen);
  if jsonb_typeof(p_watermark) = 'object' then
    perform public.devai__move_watermark((p_watermark ->> 'sessionId')::uuid,
      (p_watermark ->> 'from')::integer, (p_watermark ->> 'through')::integer);
    if jsonb_typeof(p_gist) = 'object' then
      perform public.devai__set_gist((p_watermark ->> 'sessionId')::uuid, p_gist);
    end if;
  end if;
  perform public.devai__lock_scopes(v_scopes);
  perform public.devai__lock_memories(array(
    select (d.decision ->> 'targetId')::uuid from jsonb_array_elements(p_decisions) as d(decision)
    union
    select public.devai__valid_successor((r.relation ->> 'to')::uuid) from jsonb_array_elements(p_candidates) as c(candidate)
    cross join lateral jsonb_array_elements(coalesce(c.candidate -> 'relations', '[]')) as r(relation)
    union
    select m.id from jsonb_array_elements(p_candidates) as c(candidate)
    join public.devai_memories m on m.is_valid and m.content_hash = c.candidate ->> 'contentHash'
      and m.scope = public.devai__scope_of(c.candidate ->> 'namespace')));

  for v_decision in select d.decision from jsonb_array_elements(p_decisions) as d(decision) loop
    v_candidate := p_candidates -> (v_decision ->> 'candidate')::integer;
    if v_rows ? (v_decision ->> 'targetId') then
      v_decision := v_decision || jsonb_build_object('targetId', v_rows -> (v_decision ->> 'targetId'));
    end if;
    v_one := public.devai__apply_decision(v_candidate, v_decision, v_scopes, p_job_id);
    v_rows := v_rows || jsonb_build_object(v_candidate ->> 'id', v_one -> 'memoryId');
    v_applied[(v_decision ->> 'candidate')::integer] :=
      jsonb_build_object('candidate', v_decision -> 'candidate') || v_one;
  end loop;
  v_result := public.devai__relate_candidates(p_candidates, to_jsonb(v_applied), jsonb_build_object('kind', 'job', 'id', p_job_id));
  perform public.devai_record_usage(p_usage);
  perform public.devai__finish_job(p_job_id, coalesce(p_result, '{}') || jsonb_build_object('applied', v_result));
  return v_result;
end $$;
