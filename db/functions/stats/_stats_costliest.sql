-- The ten sessions with the highest memory cost of the last 30 days, in tokens (devai_get_stats): [{ sessionId, name, project,
-- tokens }].
create or replace function public.devai__stats_costliest(p_project text, p_session_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_month timestamptz := date_trunc('day', public.devai__now(), 'UTC') - interval '29 days';
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'sessionId', page.session_id, 'name', page.name, 'project', page.project, 'tokens', page.tokens)
      order by page.tokens desc, page.session_id), '[]')
    from (
      select u.session_id, s.name, s.project, sum(u.input_tokens::bigint + u.output_tokens) as tokens
      from public.devai_usage u
      left join public.devai_sessions s on s.id = u.session_id
      where u.session_id is not null and public.devai__is_own(coalesce(u.user_id, s.user_id, 'me')) and u.at >= v_month
        and (p_session_id is null or u.session_id = p_session_id) and (p_project is null or s.project = p_project)
      group by u.session_id, s.name, s.project
      order by 4 desc, 1
      limit 10
    ) page
  );
end $$;
