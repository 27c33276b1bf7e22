-- A job as TypeScript reads it.
create or replace function public.devai__job_json(p_job public.devai_jobs) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'id', p_job.id, 'user', p_job.user_id, 'kind', p_job.kind, 'key', p_job.key, 'payload', p_job.payload, 'status', p_job.status,
    'attempts', p_job.attempts, 'runAt', p_job.run_at, 'leasedBy', p_job.leased_by, 'leasedUntil', p_job.leased_until,
    'error', p_job.error, 'result', p_job.result, 'createdAt', p_job.created_at, 'finishedAt', p_job.finished_at);
end $$;
