-- Puts a job back to waiting, due at p_run_at, with p_attempts tries used. Removes any other waiting job of the same kind and key, even
-- one that is enqueued at the same moment: it is for the same work, and this one knows its tries and its error. The caller has
-- locked the row. Returns the job.
create or replace function public.devai__requeue_job(p_job_id uuid, p_run_at timestamptz, p_attempts integer, p_error text)
returns public.devai_jobs
language plpgsql set search_path = '' as $$
declare
  v_job public.devai_jobs;
begin
  loop
    delete from public.devai_jobs twin
    using public.devai_jobs j
    where j.id = p_job_id and twin.id <> j.id
      and twin.kind = j.kind and twin.key = j.key and twin.status = 'waiting';
    begin
      update public.devai_jobs
      set status = 'waiting', run_at = p_run_at, attempts = p_attempts, error = p_error,
        leased_by = null, leased_until = null, finished_at = null
      where id = p_job_id
      returning * into v_job;
      return v_job;
    exception when unique_violation then
      null; -- another job for the same work was enqueued after the delete: try again
    end;
  end loop;
end $$;
