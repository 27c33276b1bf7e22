-- The history of a memory, oldest first. That of a forgotten memory has no text.
create or replace function public.devai_list_memory_events(p_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'memoryId', e.memory_id, 'at', e.at, 'action', e.action, 'reason', e.reason,
        'actor', jsonb_build_object('kind', e.actor_kind, 'id', e.actor_id), 'before', e.before, 'after', e.after)
      order by e.id), '[]')
    from public.devai_memory_events e
    where e.memory_id = p_id
  );
end $$;
