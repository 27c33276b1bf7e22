-- Removes a relation. Returns whether there was one. Idempotent.
create or replace function public.devai_unrelate_memories(p_user text, p_from_id uuid, p_kind text, p_to_id uuid, p_actor jsonb)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_user constant text := public.devai__as_user(p_user);
begin
  perform from public.devai_memories m where m.id in (p_from_id, p_to_id) and not public.devai__is_readable(m.scope);
  if found then
    return 'false';
  end if;
  delete from public.devai_memory_relations where from_id = p_from_id and kind = p_kind and to_id = p_to_id;
  if not found then
    return 'false';
  end if;
  perform public.devai__record_event(p_from_id, 'unrelated', format('%s %s', p_kind, p_to_id), p_actor, null, null);
  return 'true';
end $$;
