-- A memory as it was at a moment (null: as it is), as devai__memory_json gives it: what somebody changed since is read from the history.
-- Validity, strength and accesses are those of p_now.
create or replace function public.devai__memory_json_at(p_memory public.devai_memories, p_now timestamptz, p_at timestamptz)
returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_changed constant text[] := array['content', 'title', 'tags', 'metadata', 'namespace', 'memoryType', 'category', 'priority',
    'importance', 'trust', 'pinned', 'evidence'];
begin
  return public.devai__memory_json(p_memory, p_now) || case when p_at is null then '{}' else coalesce((
    select (select jsonb_object_agg(b.key, b.value) from jsonb_each(e.before) as b where b.key = any(v_changed))
    from public.devai_memory_events e
    where e.memory_id = p_memory.id and e.at > p_at and e.before is not null
    order by e.id
    limit 1), '{}') end;
end $$;
