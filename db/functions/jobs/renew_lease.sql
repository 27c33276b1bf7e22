-- Extends a lease, counted from now. Raises lease_lost if the worker does not hold the job. Returns null.
create or replace function public.devai_renew_lease(p_job_id uuid, p_worker text, p_lease_seconds double precision)
returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform public.devai__lock_leased_job(p_job_id, p_worker);
  update public.devai_jobs
  set leased_until = public.devai__now() + make_interval(secs => p_lease_seconds)
  where id = p_job_id;
  return null;
end $$;
