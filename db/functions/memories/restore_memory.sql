-- Makes a memory valid again that is invalid, or has expired or faded, at full strength and without a past expiry date. Undoes a
-- supersession or contradiction: the replacement becomes invalid,
-- superseded by this memory, so that restoring the replacement undoes the restore. The memory that this one was merged into or archived
-- for stays valid, because it says more. Returns the memory. Changes nothing if it is valid, unexpired and not faded. Raises not_found, and conflict if
-- another valid memory of its scope says the same.
create or replace function public.devai_restore_memory(
  p_user text, p_id uuid, p_actor jsonb, p_reason text
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
  v_now timestamptz := public.devai__now();
  v_before public.devai_memories;
  v_after public.devai_memories;
  v_successor uuid;
begin
  perform public.devai__lock_scopes(array(select m.scope from public.devai_memories m where m.id = p_id));
  v_successor := public.devai__valid_successor(p_id);
  perform public.devai__lock_memories(array[p_id, v_successor]);
  v_before := public.devai__lock_memory(p_id);
  if v_before.is_valid and v_before.fades_at > v_now and (v_before.expires_at is null or v_before.expires_at > v_now) then
    return public.devai__memory_json(v_before, v_now);
  end if;
  if v_successor is not null and not exists (
    select from public.devai_memory_events e
    where e.memory_id = p_id and e.action in ('merged', 'archived')
      and not exists (select from public.devai_memory_events later
        where later.memory_id = p_id and later.id > e.id and later.action in ('superseded', 'invalidated', 'pruned', 'restored'))
  ) then
    perform public.devai__end_memory(v_successor, 'invalidated', p_id,
      format('undone: %s was restored', p_id), p_actor);
  end if;
  perform public.devai__end_lapsed_twin(v_before.scope, v_before.content_hash, p_id, p_actor);
  begin
    update public.devai_memories
    set is_valid = true, invalidated_at = null, invalidated_reason = null, superseded_by = null, archived = false,
      strength = 1, last_accessed_at = v_now, updated_at = v_now,
      expires_at = case when expires_at > v_now then expires_at end
    where id = p_id
    returning * into v_after;
  exception when unique_violation then
    raise exception using errcode = '22DV6', message = 'another valid memory of this scope already says the same';
  end;
  perform public.devai__record_event(p_id, 'restored', p_reason, p_actor, v_before, v_after);
  return public.devai__memory_json(v_after, v_now);
end $$;
