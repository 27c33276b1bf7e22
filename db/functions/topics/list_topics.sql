-- Topics of a project (null: those without one), strongest first, as an array. Each has its current strength, which falls by the factor
-- p_base per day. Includes faded and removed topics only on request.
create or replace function public.devai_list_topics(
  p_user text, p_project text, p_include_inactive boolean, p_limit integer, p_base double precision
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_now timestamptz := public.devai__now();
begin
  return (
    select coalesce(jsonb_agg(page.topic order by page.strength desc, page.name), '[]')
    from (
      select t.topic as name, j.topic, (j.topic ->> 'strength')::double precision as strength
      from public.devai_recent_topics t
      cross join lateral public.devai__topic_json(t, v_now, p_base) as j(topic)
      where t.user_id = v_user and t.project is not distinct from p_project
        and (p_include_inactive or (t.is_active and (j.topic ->> 'isActive')::boolean))
      order by strength desc, t.topic
      limit p_limit
    ) page
  );
end $$;
