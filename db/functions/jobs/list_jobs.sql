-- Jobs of the user of a status (null: of all), newest first, as an array.
create or replace function public.devai_list_jobs(p_user text, p_status text, p_limit integer) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
begin
  return (
    select coalesce(jsonb_agg(public.devai__job_json(page) order by page.created_at desc, page.id), '[]')
    from (
      select * from public.devai_jobs j
      where j.user_id = v_user and (p_status is null or j.status = p_status)
      order by j.created_at desc, j.id
      limit p_limit
    ) page
  );
end $$;
