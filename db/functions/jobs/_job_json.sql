create or replace function public.devai__job_json(p_job public.devai_jobs) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return to_jsonb(p_job);
end $$;
