-- Undoes everything that a finished job did to memories, in one transaction: added memories become invalid; superseded, contradicted or
-- merged ones become valid again; strengthened ones get their former values; relations are removed. Memories that changed since stay as
-- they are. Returns { undone: [{ memoryId, action }], left: [{ memoryId, reason }] }, where action is invalidated, restored, reverted, or
-- unrelated for a memory that only loses relations. The watermark stays: the job's messages are not extracted again.
--
-- A second call undoes what the first had to leave, if that is possible by then; the job's result lists what was undone, so nothing is
-- undone twice. Raises not_found, and conflict while the job waits or runs. Concurrent calls wait at the job's row.
create or replace function public.devai_undo_job(
  p_user text, p_id uuid, p_actor jsonb, p_reason text
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_job public.devai_jobs;
  v_ids uuid[];
  v_id uuid;
  v_one jsonb;
  v_undone jsonb[] := '{}';
  v_left jsonb[] := '{}';
  v_unrelated uuid[];
begin
  select * into v_job from public.devai_jobs where id = p_id and user_id = v_user for update;
  if not found then
    raise exception using errcode = '22DV2', message = format('there is no job %s; finished jobs are deleted after some weeks', p_id);
  end if;
  if v_job.status in ('waiting', 'running') then
    raise exception using errcode = '22DV3',
      message = format('job %s is %s: only a finished job can be undone', p_id, v_job.status);
  end if;

  v_ids := array(
    select distinct named.id
    from jsonb_array_elements(v_job.result -> 'applied') as a(applied)
    cross join lateral (values ((a.applied ->> 'memoryId')::uuid), ((a.applied ->> 'previousId')::uuid)) as named(id)
    where named.id is not null and not coalesce(v_job.result -> 'undone' ? named.id::text, false));
  perform public.devai__lock_scopes(array(select m.scope from public.devai_memories m where m.id = any(v_ids)));
  perform public.devai__lock_memories(v_ids);
  -- added memories first, so that the memories which they replaced can become valid again
  for v_id in
    select named.id from unnest(v_ids) as named(id)
    order by exists (
      select from public.devai_memory_events e
      where e.memory_id = named.id and e.action = 'added' and e.actor_kind = 'job' and e.actor_id = p_id::text) desc, named.id
  loop
    v_one := public.devai__undo_job_for_memory(p_id, v_id, p_actor,
      format('job %s was undone: %s', p_id, p_reason));
    if v_one ? 'action' then
      v_undone := v_undone || (v_one || jsonb_build_object('memoryId', v_id));
    elsif v_one ? 'reason' then
      v_left := v_left || (v_one || jsonb_build_object('memoryId', v_id));
    end if;
  end loop;

  v_unrelated := public.devai__unrelate_job(v_job, p_actor, format('job %s was undone: %s', p_id, p_reason));

  if cardinality(v_undone) > 0 then
    update public.devai_jobs
    set result = result || jsonb_build_object('undone', coalesce(result -> 'undone', '[]')
      || (select jsonb_agg(u.one -> 'memoryId') from unnest(v_undone) as u(one)))
    where id = p_id;
  end if;
  return jsonb_build_object('left', to_jsonb(v_left), 'undone', to_jsonb(v_undone || array(
    select jsonb_build_object('memoryId', r.id, 'action', 'unrelated') from unnest(v_unrelated) as r(id)
    where not exists (select from unnest(v_undone) as u(one) where u.one ->> 'memoryId' = r.id::text)
    order by r.id)));
end $$;
