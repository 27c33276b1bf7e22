-- Undoes together what finished jobs did to memories: added memories become invalid; what the jobs changed gets its values from before the
-- first of them, unless somebody else changed it since. Returns { undone, left } as devai_undo_job does, whose rules hold. p_what names
-- the jobs in the history. The caller holds the jobs.
create or replace function public.devai__undo_jobs(p_jobs uuid[], p_what text, p_actor jsonb, p_reason text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_reason constant text := format('%s was undone: %s', p_what, p_reason);
  v_job public.devai_jobs;
  v_ids uuid[];
  v_id uuid;
  v_one jsonb;
  v_undone jsonb[] := '{}';
  v_left jsonb[] := '{}';
  v_unrelated uuid[] := '{}';
begin
  v_ids := array(
    select distinct named.id
    from public.devai_jobs j
    cross join lateral jsonb_array_elements(j.result -> 'applied') as a(applied)
    cross join lateral (values ((a.applied ->> 'memoryId')::uuid), ((a.applied ->> 'previousId')::uuid)) as named(id)
    where j.id = any(p_jobs) and named.id is not null and not coalesce(j.result -> 'undone' ? named.id::text, false));
  perform public.devai__lock_scopes(array(select m.scope from public.devai_memories m where m.id = any(v_ids)));
  perform public.devai__lock_memories(v_ids);
  -- added memories first, so that the memories which they replaced can become valid again
  for v_id in
    select named.id from unnest(v_ids) as named(id)
    order by exists (
      select from public.devai_memory_events e
      where e.memory_id = named.id and e.action = 'added' and e.actor_kind = 'job' and e.actor_id = any(p_jobs::text[])) desc, named.id
  loop
    v_one := public.devai__undo_jobs_for_memory(p_jobs, v_id, p_actor, v_reason);
    if v_one ? 'action' then
      v_undone := v_undone || (v_one || jsonb_build_object('memoryId', v_id));
    elsif v_one ? 'reason' then
      v_left := v_left || (v_one || jsonb_build_object('memoryId', v_id));
    end if;
  end loop;

  for v_job in select * from public.devai_jobs j where j.id = any(p_jobs) order by j.id loop
    v_unrelated := v_unrelated || public.devai__unrelate_job(v_job, p_actor, v_reason);
  end loop;

  if cardinality(v_undone) > 0 then
    update public.devai_jobs j
    set result = j.result || jsonb_build_object('undone', coalesce(j.result -> 'undone', '[]') || coalesce((
      select jsonb_agg(u.one -> 'memoryId') from unnest(v_undone) as u(one)
      where exists (
        select from jsonb_array_elements(j.result -> 'applied') as a(applied)
        where u.one ->> 'memoryId' in (a.applied ->> 'memoryId', a.applied ->> 'previousId'))), '[]'))
    where j.id = any(p_jobs) and j.result ? 'applied';
  end if;
  return jsonb_build_object('left', to_jsonb(v_left), 'undone', to_jsonb(v_undone || array(
    select jsonb_build_object('memoryId', r.id, 'action', 'unrelated') from (select distinct n.id from unnest(v_unrelated) as n(id)) as r
    where not exists (select from unnest(v_undone) as u(one) where u.one ->> 'memoryId' = r.id::text)
    order by r.id)));
end $$;
