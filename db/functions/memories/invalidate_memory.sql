-- Ends the validity of a memory for a stated reason. Returns it. Changes nothing if it is not valid. Raises not_found.
create or replace function public.devai_invalidate_memory(
  p_user text, p_id uuid, p_actor jsonb, p_reason text
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
begin
  perform public.devai__lock_scopes(array(select m.scope from public.devai_memories m where m.id = p_id));
  perform public.devai__lock_memory(p_id);
  perform public.devai__end_memory(p_id, 'invalidated', null, p_reason, p_actor);
  return public.devai_get_memory(p_user, p_id);
end $$;
