-- Returns a job to its state before it was claimed: waiting, due, the try not counted. Enters the usage all the same (p_usage, see
-- devai_record_usage). Raises lease_lost if the worker does not hold it. Returns null.
create or replace function public.devai_release_job(p_job_id uuid, p_worker text, p_usage jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_job public.devai_jobs := public.devai__lock_leased_job(p_job_id, p_worker);
begin
  perform public.devai_record_usage(p_usage);
  perform public.devai__requeue_job(v_job.id, v_job.run_at, v_job.attempts - 1, v_job.error);
  return null;
end $$;
