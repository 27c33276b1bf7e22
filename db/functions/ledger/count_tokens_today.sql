-- Input and output tokens in today's ledger (UTC), of all processes: { used, above }. above: the users who have reached p_most_of_user
-- (null: no limit, and nobody). What they used above it does not count in `used`, so that they use up nothing of others. The usage of a running
-- job is entered when it ends.
create or replace function public.devai_count_tokens_today(p_most_of_user double precision) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  -- a constant, so that the query reads the index from this day on
  v_today timestamptz := date_trunc('day', public.devai__now(), 'UTC');
begin
  return (
    select jsonb_build_object(
      'used', coalesce(sum(case when one.user_id is not null and one.tokens > p_most_of_user then ceil(p_most_of_user) else one.tokens end), 0),
      'above', coalesce(jsonb_agg(one.user_id order by one.user_id)
        filter (where one.user_id is not null and one.tokens >= p_most_of_user), '[]'))
    from (
      select u.user_id, sum(u.input_tokens::bigint + u.output_tokens) as tokens
      from public.devai_usage u
      where u.at >= v_today
      group by u.user_id
    ) one
  );
end $$;
