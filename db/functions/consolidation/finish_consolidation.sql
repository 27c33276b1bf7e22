-- Ends a consolidation job after all actions of its plan. p_ids are all memories that the plan names; what their history records of the
-- job becomes `applied` in the job's result, beside p_result, in the form that devai_undo_job reads. Stores p_left in the setting
-- consolidated:<project>, and enters the usage. Returns `applied`. Raises lease_lost.
create or replace function public.devai_finish_consolidation(
  p_job_id uuid, p_worker text, p_ids uuid[], p_result jsonb, p_left jsonb, p_usage jsonb
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_job public.devai_jobs := public.devai__lock_leased_job(p_job_id, p_worker);
  v_applied jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object('action', h.action, 'memoryId', coalesce(h.heir, e.memory_id::text),
      'previousId', case when h.heir is not null then e.memory_id end, 'reason', e.reason)
    || case when e.action = 'archived' and h.heir is not null
      then jsonb_build_object('relations', jsonb_build_array(jsonb_build_object('fromId', e.memory_id, 'kind', 'part_of', 'toId', h.heir)))
      else '{}' end order by e.id), '[]')
  into v_applied
  from public.devai_memory_events e
  cross join lateral (select
    case when e.action in ('merged', 'archived', 'superseded') then e.after ->> 'supersededBy' end as heir,
    -- only a dispute changes the metadata
    case when e.action = 'updated' and e.before -> 'metadata' <> e.after -> 'metadata' then 'disputed' else e.action end as action) h
  where e.memory_id = any(p_ids) and e.actor_kind = 'job' and e.actor_id = p_job_id::text and e.action not in ('related', 'disputed');
  perform public.devai_set_setting('consolidated:' || v_job.key, p_left || jsonb_build_object('at', public.devai__now()));
  perform public.devai_record_usage(p_usage);
  update public.devai_jobs set payload = '{}' where id = p_job_id;
  perform public.devai__finish_job(p_job_id, p_result || jsonb_build_object('applied', v_applied));
  return v_applied;
end $$;
