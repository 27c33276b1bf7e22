-- The ids of memories that were invalid at a moment and have been restored since, which their rows do not tell. None for null.
create or replace function public.devai__memories_invalid_at(p_at timestamptz) returns uuid[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    select r.memory_id
    from (
      select distinct e.memory_id from public.devai_memory_events e where e.action = 'restored' and e.at > p_at
    ) r
    cross join lateral (
      select e.action
      from public.devai_memory_events e
      where e.memory_id = r.memory_id and e.at <= p_at
        and e.action in ('superseded', 'invalidated', 'merged', 'pruned', 'restored')
      order by e.id desc
      limit 1
    ) last
    where last.action <> 'restored'
  );
end $$;
