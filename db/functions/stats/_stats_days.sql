-- Usage on each of the last 30 days (UTC), by operation and model (devai_get_stats): [{ day, operation, model, calls, inputTokens,
-- outputTokens, cost }], newest first. The operation `chat` comes from the stored contexts, with its cost; the others come from the ledger,
-- without. A null cost is unknown.
create or replace function public.devai__stats_days(p_project text, p_session_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_from timestamptz := date_trunc('day', public.devai__now(), 'UTC') - interval '29 days';
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'operation', d.operation, 'model', d.model, 'calls', d.calls,
        'inputTokens', d.input, 'outputTokens', d.output, 'cost', d.cost) order by d.day desc, d.operation, d.model), '[]')
    from (
      select (u.at at time zone 'UTC')::date as day, u.operation, u.model, sum(u.calls) as calls, sum(u.input_tokens) as input,
        sum(u.output_tokens) as output, null::double precision as cost
      from public.devai_usage u
      left join public.devai_sessions o on o.id = u.session_id
      where public.devai__is_own(coalesce(u.user_id, o.user_id, 'me')) and u.at >= v_from and (p_session_id is null or u.session_id = p_session_id)
        and (p_project is null or u.session_id in (select s.id from public.devai_sessions s where s.project = p_project))
      group by 1, 2, 3
      union all
      select (c.created_at at time zone 'UTC')::date, 'chat', coalesce(c.model, ''), count(*),
        sum(coalesce((c.body -> 'usage' ->> 'inputTokens')::bigint, c.tokens)),
        sum(coalesce((c.body -> 'usage' ->> 'outputTokens')::bigint, 0)),
        sum((c.body ->> 'cost')::double precision)
      from public.devai_contexts c
      join public.devai_sessions o on o.id = c.session_id
      where public.devai__is_own(o.user_id) and c.created_at >= v_from and (p_session_id is null or c.session_id = p_session_id)
        and (p_project is null or c.project = p_project)
      group by 1, 2, 3
    ) d
  );
end $$;
