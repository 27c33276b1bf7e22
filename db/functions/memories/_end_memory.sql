-- Ends the validity of a memory. p_action is superseded, invalidated, merged, archived or pruned; p_by is its replacement, if any. Does
-- nothing if it is not valid.
create or replace function public.devai__end_memory(
  p_id uuid, p_action text, p_by uuid, p_reason text, p_actor jsonb
) returns void
language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := public.devai__now();
  v_before public.devai_memories;
  v_after public.devai_memories;
begin
  select * into v_before from public.devai_memories where id = p_id and is_valid for update;
  if not found then
    return;
  end if;
  update public.devai_memories
  set is_valid = false, invalidated_at = v_now, invalidated_reason = p_reason, superseded_by = p_by, updated_at = v_now,
    archived = p_action = 'archived'
  where id = p_id
  returning * into v_after;
  perform public.devai__record_event(p_id, p_action, p_reason, p_actor, v_before, v_after);
end $$;
