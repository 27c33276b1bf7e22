-- Tokens that the running jobs of p_kinds may still cost, whose usage is entered when they end: for each the most that a job of its kind (else
-- of any kind) cost among the last entries of the ledger. Infinity if it has none of a job; 0 without such jobs. A job whose lease expired
-- runs no more.
create or replace function public.devai__tokens_under_way(p_kinds text[]) returns double precision
language plpgsql stable set search_path = '' as $$
declare
  v_now timestamptz := public.devai__now();
  v_running text[] := array(
    select j.kind from public.devai_jobs j where j.status = 'running' and j.leased_until > v_now and j.kind = any(p_kinds));
begin
  if cardinality(v_running) = 0 then
    return 0;
  end if;
  return (
    with last_entries as (
      select u.job_id, u.input_tokens + u.output_tokens as tokens from public.devai_usage u order by u.at desc limit 1000
    ), cost as (
      select j.kind, max(e.tokens) as most
      from (select l.job_id, sum(l.tokens) as tokens from last_entries l where l.job_id is not null group by l.job_id) e
      left join public.devai_jobs j on j.id = e.job_id
      group by j.kind
    )
    select sum(coalesce((select c.most from cost c where c.kind = r.kind), (select max(c.most) from cost c), 'infinity'::double precision))
    from unnest(v_running) as r(kind)
  );
end $$;
