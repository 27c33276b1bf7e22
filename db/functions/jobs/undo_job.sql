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
begin
  select * into v_job from public.devai_jobs where id = p_id and user_id = v_user for update;
  if not found then
    raise exception using errcode = '22DV2', message = format('there is no job %s; finished jobs are deleted after some weeks', p_id);
  end if;
  if v_job.status in ('waiting', 'running') then
    raise exception using errcode = '22DV3',
      message = format('job %s is %s: only a finished job can be undone', p_id, v_job.status);
  end if;
  return public.devai__undo_jobs(array[p_id], format('job %s', p_id), p_actor, p_reason);
end $$;
