-- The history of a memory, oldest first, without the time when it was another user's. That of a forgotten memory has no text.
create or replace function public.devai_list_memory_events(p_user text, p_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', e.id, 'memoryId', e.memory_id, 'at', e.at, 'action', e.action, 'reason', e.reason,
        'actor', jsonb_build_object('kind', e.actor_kind, 'id', e.actor_id), 'before', s.before, 'after', s.after)
      order by e.id), '[]')
    from public.devai_memory_events e
    cross join lateral (
      select case when e.before ? 'evidence' then jsonb_set(e.before, '{evidence}', public.devai__shown_evidence(e.before -> 'evidence')) else e.before end as before,
        case when e.after ? 'evidence' then jsonb_set(e.after, '{evidence}', public.devai__shown_evidence(e.after -> 'evidence')) else e.after end as after) s
    where e.memory_id = p_id and (e.user_id is null or e.user_id = v_user) and not exists (
      select from public.devai_memories m where m.id = p_id and not public.devai__is_readable(m.scope))
  );
end $$;
