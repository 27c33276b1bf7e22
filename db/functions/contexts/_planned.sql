-- The memories that every prompt of a project shows (null scope: none), as an array: the newest plan, up to 7 open tasks (doing, then
-- blocked, then to do, each by importance, then the oldest) and the five most important decisions. Only valid, unexpired, not faded
-- memories whose trust is not `tool`. The order changes only with the memories, so that prompts keep the same beginning. Each kind is read
-- from its own index.
create or replace function public.devai__planned(p_scope text) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  v_now timestamptz := public.devai__now();
  v_ids uuid[] := array(
    select m.id from public.devai_memories m
    where m.scope = p_scope and m.is_valid and m.trust <> 'tool' and m.category = 'plan'
      and m.fades_at > v_now and (m.expires_at is null or m.expires_at > v_now)
    order by m.created_at desc, m.id limit 1);
begin
  v_ids := v_ids || array(
    select m.id from public.devai_memories m
    where m.scope = p_scope and m.is_valid and m.trust <> 'tool' and m.category = 'task' and coalesce(m.metadata ->> 'status', '') <> 'done'
      and m.fades_at > v_now and (m.expires_at is null or m.expires_at > v_now)
    order by case m.metadata ->> 'status' when 'doing' then 1 when 'blocked' then 2 else 3 end,
      m.importance desc, m.created_at, m.id limit 7);
  v_ids := v_ids || array(
    select m.id from public.devai_memories m
    where m.scope = p_scope and m.is_valid and m.trust <> 'tool' and m.category = 'decision'
      and m.fades_at > v_now and (m.expires_at is null or m.expires_at > v_now)
    order by m.importance desc, m.created_at, m.id limit 5);
  return (
    select coalesce(jsonb_agg(public.devai__memory_json(m, v_now) order by i.place), '[]')
    from unnest(v_ids) with ordinality as i(id, place)
    join public.devai_memories m on m.id = i.id);
end $$;
