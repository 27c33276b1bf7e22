-- Makes a dead or waiting job due now, with all its tries. Removes another waiting job for the same work. Raises not_found, and
-- conflict if the job is running or done. Returns the job.
create or replace function public.devai_retry_job(p_user text, p_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_job public.devai_jobs;
begin
  select * into v_job from public.devai_jobs where id = p_id and user_id = v_user for update;
  if not found then
    raise exception using errcode = '22DV2', message = format('there is no job %s', p_id);
  end if;
  if v_job.status not in ('dead', 'waiting') then
    raise exception using errcode = '22DV6',
      message = format('job %s is %s: only a dead or waiting job can be retried', p_id, v_job.status);
  end if;
  return public.devai__job_json(public.devai__requeue_job(p_id, public.devai__now(), 0, v_job.error));
end $$;
