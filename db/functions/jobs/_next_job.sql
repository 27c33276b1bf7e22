-- Locks and returns the job that a worker takes next (devai_claim_job), or null: of the first user after p_after who has one that is due by
-- p_due, the one that has been due for longest. Skips p_held kinds, p_full users, jobs of p_billed_kinds that are the work of p_above users,
-- jobs whose kind and key another job has under way, and those that another transaction has locked. p_job_id: only this one; null: any.
--
-- It reads the index from p_after on and ends at the first match. Without the settings, statistics from before a backlog make the planner
-- read and sort all of it.
create or replace function public.devai__next_job(
  p_after text, p_due timestamptz, p_held text[], p_full text[], p_above text[], p_billed_kinds text[], p_job_id uuid
) returns public.devai_jobs
language plpgsql set search_path = '' set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  v_now timestamptz := public.devai__now();
  v_job public.devai_jobs;
begin
  select * into v_job
  from public.devai_jobs j
  where j.user_id > p_after and j.run_at <= p_due and (p_job_id is null or j.id = p_job_id) and j.kind <> all(p_held)
    and j.user_id <> all(p_full)
    and not (j.user_id = any(p_above) and j.kind in ('extract', 'deduplicate') and j.kind = any(p_billed_kinds))
    and (
      (j.status = 'running' and j.leased_until <= v_now)
      or (j.status = 'waiting' and not exists (
        select from public.devai_jobs other
        where other.kind = j.kind and other.key = j.key and other.status = 'running'))
    )
  order by j.user_id, j.run_at, j.created_at
  limit 1
  for update skip locked;
  return v_job;
end $$;
