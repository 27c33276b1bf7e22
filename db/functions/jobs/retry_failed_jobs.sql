-- Makes all dead jobs, and those that failed and wait, due now, with all their tries. Returns how many. Skips jobs that another
-- transaction has locked.
create or replace function public.devai_retry_failed_jobs() returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_id uuid;
  v_count integer := 0;
begin
  for v_id in
    select id from public.devai_jobs
    where status = 'dead' or (status = 'waiting' and error is not null)
    order by created_at
    for update skip locked
  loop
    -- requeueing another job for the same work may have removed it
    continue when not exists (select from public.devai_jobs where id = v_id);
    perform public.devai__requeue_job(v_id, public.devai__now(), 0, (select error from public.devai_jobs where id = v_id));
    v_count := v_count + 1;
  end loop;
  return to_jsonb(v_count);
end $$;
