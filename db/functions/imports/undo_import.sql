-- Undoes an import in one transaction: what its jobs, and the extractions of its sessions, did to memories (devai__undo_jobs). Those that
-- still wait do nothing any more. Returns { undone, left } as devai_undo_job does, and { cancelled, sessions }: how many waited, and the
-- sessions that it stored, which the caller deletes. Idempotent. Raises not_found, and conflict while one of its jobs runs. Concurrent
-- calls wait at the jobs' rows.
create or replace function public.devai_undo_import(p_user text, p_id uuid, p_actor jsonb, p_reason text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_sessions text[];
  v_jobs uuid[];
  v_cancelled integer;
begin
  v_sessions := array(
    select s.id from public.devai_jobs j
    cross join lateral jsonb_array_elements_text(coalesce(j.payload -> 'sessions', '[]')) as s(id)
    where j.user_id = v_user and j.kind = 'deduplicate' and j.payload -> 'import' ->> 'id' = p_id::text);
  v_jobs := array(
    select j.id from public.devai_jobs j
    where j.user_id = v_user
      and ((j.kind = 'deduplicate' and j.payload -> 'import' ->> 'id' = p_id::text) or (j.kind = 'extract' and j.key = any(v_sessions)))
    order by j.id for update);
  if cardinality(v_jobs) = 0 then
    raise exception using errcode = '22DV2', message = format('there is no import %s; it can be undone for some weeks', p_id);
  end if;
  if exists (select from public.devai_jobs j where j.id = any(v_jobs) and j.status = 'running') then
    raise exception using errcode = '22DV3', message = format('import %s still runs: undo it when it has ended', p_id);
  end if;
  -- what waits for its next try has done nothing yet
  select count(*) into v_cancelled from public.devai_jobs j where j.id = any(v_jobs) and j.status = 'waiting';
  delete from public.devai_jobs j where j.id = any(v_jobs) and j.status = 'waiting' and j.kind = 'extract';
  update public.devai_jobs j
  set status = 'done', result = '{"note": "its import was undone"}', payload = jsonb_set(j.payload, '{candidates}', '[]'),
    finished_at = public.devai__now()
  where j.id = any(v_jobs) and j.status in ('waiting', 'dead') and j.kind = 'deduplicate';
  return public.devai__undo_jobs(v_jobs, format('import %s', p_id), p_actor, p_reason)
    || jsonb_build_object('cancelled', v_cancelled, 'sessions', to_jsonb(v_sessions));
end $$;
