-- A job, or null.
create or replace function public.devai_get_job(p_user text, p_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
begin
  return (select public.devai__job_json(j) from public.devai_jobs j where j.id = p_id and j.user_id = v_user);
end $$;
