-- What may hold a text that somebody wrote, of a row of devai_jobs.
create or replace function public.devai__job_texts(p_job public.devai_jobs) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('payload', p_job.payload, 'result', p_job.result, 'error', p_job.error);
end $$;
