-- Replaces the payload of a running job by the state that its next try continues from. Raises lease_lost if the worker does not hold the
-- job, and conflict if messages that it was made from have been taken or forgotten since (`seen` in the payload, see
-- devai__require_unchanged_marks). Enters usage (p_usage, see devai_record_usage). Returns null.
create or replace function public.devai_keep_in_job(p_job_id uuid, p_worker text, p_payload jsonb, p_usage jsonb)
returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform public.devai__lock_leased_job(p_job_id, p_worker);
  perform public.devai__require_unchanged_marks(p_payload -> 'seen');
  perform public.devai_record_usage(p_usage);
  update public.devai_jobs set payload = p_payload where id = p_job_id;
  return null;
end $$;
