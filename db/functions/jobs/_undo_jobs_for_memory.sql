-- Undoes what jobs did to one memory, according to the memory's history. Returns { action } (invalidated, restored, reverted), {
-- reason } if the memory must stay as it is, or null if the jobs changed nothing visible. Does not remove relations; see
-- devai__unrelate_job. The caller holds the scope and the memory.
create or replace function public.devai__undo_jobs_for_memory(
  p_jobs uuid[], p_memory_id uuid, p_actor jsonb, p_reason text
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := public.devai__now();
  v_first public.devai_memory_events;
  v_since public.devai_memory_events;
  v_before public.devai_memories;
  v_after public.devai_memories;
begin
  select * into v_first from public.devai_memory_events e
  where e.memory_id = p_memory_id and e.actor_kind = 'job' and e.actor_id = any(p_jobs::text[])
    and e.action not in ('related', 'disputed')
  order by e.id limit 1;
  select * into v_before from public.devai_memories m where m.id = p_memory_id;
  if v_first.id is null or v_before.id is null then
    return null;
  end if;
  select * into v_since from public.devai_memory_events e
  where e.memory_id = p_memory_id and e.id > v_first.id and e.action not in ('unrelated', 'disputed')
    and (e.actor_kind <> 'job' or e.actor_id <> all(p_jobs::text[]))
  order by e.id desc limit 1;
  if found then
    return jsonb_build_object('reason', format('%s since, by %s', v_since.action,
      concat_ws(' ', v_since.actor_kind, v_since.actor_id)));
  end if;

  if v_first.action = 'added' then
    perform public.devai__end_memory(p_memory_id, 'invalidated', null, p_reason, p_actor);
    return case when v_before.is_valid then '{"action": "invalidated"}'::jsonb end;
  end if;

  if not v_before.is_valid then
    if exists (
      select from public.devai_memories m
      join public.devai_memory_events e on e.memory_id = m.id and e.action = 'added'
      where m.id = v_before.superseded_by and m.is_valid and e.actor_kind = 'job' and e.actor_id = any(p_jobs::text[])
    ) then
      return '{"reason": "the memory that took its place has changed since, and stays"}';
    end if;
    perform public.devai__end_lapsed_twin(v_before.scope, v_before.content_hash, p_memory_id, p_actor);
    if exists (
      select from public.devai_memories m
      where m.scope = v_before.scope and m.content_hash = v_before.content_hash and m.is_valid and m.id <> p_memory_id
    ) then
      return '{"reason": "another valid memory says the same"}';
    end if;
  end if;

  update public.devai_memories
  set is_valid = true, invalidated_at = null, invalidated_reason = null, superseded_by = null, archived = false,
    strength = case when v_before.is_valid then strength else 1 end,
    last_accessed_at = case when v_before.is_valid then last_accessed_at else v_now end,
    expires_at = case when v_before.is_valid or expires_at > v_now then expires_at end,
    priority = v_first.before ->> 'priority', importance = (v_first.before ->> 'importance')::integer,
    holds_from = (v_first.before ->> 'holdsFrom')::timestamptz, holds_until = (v_first.before ->> 'holdsUntil')::timestamptz,
    trust = v_first.before ->> 'trust', pinned = (v_first.before ->> 'pinned')::boolean,
    metadata = v_first.before -> 'metadata', updated_at = v_now
  where id = p_memory_id
  returning * into v_after;
  perform public.devai__record_event(p_memory_id, case when v_before.is_valid then 'updated' else 'restored' end,
    p_reason, p_actor, v_before, v_after);
  return jsonb_build_object('action', case when v_before.is_valid then 'reverted' else 'restored' end);
end $$;
