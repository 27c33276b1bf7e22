-- internal
-- Jobs: those that wait go on here. One that is here, or waits here for the same, stays as it is. Returns how many were added.
create or replace function public.devai_import_jobs(p_rows jsonb) returns integer
language plpgsql set search_path = '' as $$
declare
  v_added integer;
begin
  insert into public.devai_jobs
  select j.* from jsonb_populate_recordset(null::public.devai_jobs, p_rows) j
  where j.status <> 'running'
  on conflict do nothing;
  get diagnostics v_added = row_count;
  return v_added;
end $$;
