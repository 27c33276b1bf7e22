-- Marks a job as done with its result and enters its usage (p_usage, see devai_record_usage). Raises lease_lost if the worker
-- does not hold it. Returns null.
create or replace function public.devai_complete_job(p_job_id uuid, p_worker text, p_result jsonb, p_usage jsonb)
returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform public.devai__lock_leased_job(p_job_id, p_worker);
  perform public.devai_record_usage(p_usage);
  perform public.devai__finish_job(p_job_id, p_result);
  return null;
end $$;
