-- Ends a failed try. The job waits again for first delay × 2^(tries - 1), at most the longest delay, and is dead after the last try. A try
-- with p_counted false (something that the job needs was unavailable) uses up nothing: the job always waits for the first delay.
-- Enters usage (p_usage, see devai_record_usage). Raises lease_lost if the worker does not hold the job. Returns the job.
create or replace function public.devai_fail_job(
  p_job_id uuid, p_worker text, p_error text, p_counted boolean,
  p_maximum_attempts integer, p_first_delay double precision, p_longest_delay double precision,
  p_usage jsonb
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := public.devai__now();
  v_job public.devai_jobs := public.devai__lock_leased_job(p_job_id, p_worker);
begin
  perform public.devai_record_usage(p_usage);
  if not p_counted then
    v_job := public.devai__requeue_job(v_job.id, v_now + make_interval(secs => p_first_delay), v_job.attempts - 1, left(p_error, 4000));
  elsif v_job.attempts < p_maximum_attempts then
    v_job := public.devai__requeue_job(
      v_job.id,
      v_now + make_interval(secs => least(p_longest_delay, p_first_delay * power(2, v_job.attempts - 1))),
      v_job.attempts,
      left(p_error, 4000));
  else
    update public.devai_jobs
    set status = 'dead', leased_until = null, finished_at = v_now, error = left(p_error, 4000)
    where id = v_job.id
    returning * into v_job;
  end if;
  return public.devai__job_json(v_job);
end $$;
