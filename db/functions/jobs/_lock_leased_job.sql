-- Locks and returns the job if p_worker holds it; raises lease_lost otherwise. An expired lease that no other worker took over still
-- counts. Changes that the same transaction makes to the job afterwards are made once.
create or replace function public.devai__lock_leased_job(p_job_id uuid, p_worker text) returns public.devai_jobs
language plpgsql set search_path = '' as $$
declare
  v_job public.devai_jobs;
begin
  select * into v_job
  from public.devai_jobs j
  where j.id = p_job_id and j.status = 'running' and j.leased_by = p_worker
  for update;
  if not found then
    raise exception using errcode = '22DV4',
      message = format('worker %s no longer holds job %s', p_worker, p_job_id);
  end if;
  return v_job;
end $$;
