-- What every prompt of some scopes shows: an array of the newest plan, up to 7 open tasks (doing, then blocked, then to do, each by
-- importance, then the oldest) and the five most important decisions. Only valid, unexpired, not faded memories. The order
-- changes only with the memories, so that prompts keep the same beginning.
create or replace function public.devai__planned(p_scopes text[]) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  v_now timestamptz := public.devai__now();
begin
  return (
    with current as materialized (
      select m.*, coalesce(array_position(array['doing', 'blocked', 'todo', 'done'], m.metadata ->> 'status'), 3) as stage
      from public.devai_memories m
      where m.scope = any(p_scopes) and m.is_valid and m.category in ('plan', 'task', 'decision')
        and m.fades_at > v_now and (m.expires_at is null or m.expires_at > v_now)
    ), ranked as (
      select c.id, c.category, case c.category
        when 'plan' then row_number() over (partition by c.category order by c.created_at desc, c.id)
        when 'task' then row_number() over (partition by c.category order by c.stage, c.importance desc, c.created_at, c.id)
        else row_number() over (partition by c.category order by c.importance desc, c.created_at, c.id) end as place
      from current c where c.category <> 'task' or c.stage <= 3
    )
    select coalesce(jsonb_agg(public.devai__memory_json(m, v_now)
      order by array_position(array['plan', 'task', 'decision'], r.category), r.place), '[]')
    from ranked r join public.devai_memories m on m.id = r.id
    where r.place <= case r.category when 'plan' then 1 when 'task' then 7 else 5 end
  );
end $$;
