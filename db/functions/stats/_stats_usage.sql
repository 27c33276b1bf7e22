-- The ledger by operation and model (devai_get_stats): [{ operation, model, today, last30Days, allTime }], each { calls, inputTokens,
-- outputTokens }, the most tokens first. Days are in UTC; the last 30 are today and the 29 before.
create or replace function public.devai__stats_usage(p_project text, p_session_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_today timestamptz := date_trunc('day', public.devai__now(), 'UTC');
  v_month timestamptz := v_today - interval '29 days';
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'operation', l.operation, 'model', l.model,
        'today', jsonb_build_object('calls', l.calls_today, 'inputTokens', l.input_today, 'outputTokens', l.output_today),
        'last30Days', jsonb_build_object('calls', l.calls_month, 'inputTokens', l.input_month, 'outputTokens', l.output_month),
        'allTime', jsonb_build_object('calls', l.calls, 'inputTokens', l.input, 'outputTokens', l.output))
      order by l.input + l.output desc, l.operation, l.model), '[]')
    from (
      select u.operation, u.model,
        coalesce(sum(u.calls) filter (where u.at >= v_today), 0) as calls_today,
        coalesce(sum(u.input_tokens) filter (where u.at >= v_today), 0) as input_today,
        coalesce(sum(u.output_tokens) filter (where u.at >= v_today), 0) as output_today,
        coalesce(sum(u.calls) filter (where u.at >= v_month), 0) as calls_month,
        coalesce(sum(u.input_tokens) filter (where u.at >= v_month), 0) as input_month,
        coalesce(sum(u.output_tokens) filter (where u.at >= v_month), 0) as output_month,
        sum(u.calls) as calls, sum(u.input_tokens) as input, sum(u.output_tokens) as output
      from public.devai_usage u
      left join public.devai_sessions o on o.id = u.session_id
      where public.devai__is_own(coalesce(u.user_id, o.user_id, 'me')) and (p_session_id is null or u.session_id = p_session_id)
        and (p_project is null or u.session_id in (select s.id from public.devai_sessions s where s.project = p_project))
      group by u.operation, u.model
    ) l
  );
end $$;
