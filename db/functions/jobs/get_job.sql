-- A job, or null.
create or replace function public.devai_get_job(p_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (select public.devai__job_json(j) from public.devai_jobs j where j.id = p_id);
end $$;
