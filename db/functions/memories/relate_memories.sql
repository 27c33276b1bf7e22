-- Relates one memory to another (devai__relate). Returns whether that is new. Idempotent. Raises not_found and invalid_input.
create or replace function public.devai_relate_memories(p_user text, p_from_id uuid, p_kind text, p_to_id uuid, p_actor jsonb)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
begin
  perform public.devai__lock_memories(array[p_from_id, p_to_id]);
  return to_jsonb(public.devai__relate(p_from_id, p_kind, p_to_id, p_actor));
end $$;
