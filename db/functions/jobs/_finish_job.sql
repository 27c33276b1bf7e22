-- Marks a job as done. The caller holds it (devai__lock_leased_job).
create or replace function public.devai__finish_job(p_job_id uuid, p_result jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  update public.devai_jobs
  set status = 'done', leased_until = null, error = null, result = p_result, finished_at = public.devai__now()
  where id = p_job_id;
end $$;
