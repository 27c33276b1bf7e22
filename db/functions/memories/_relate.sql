-- Relates one memory to another, and records an event in the history of the first. Returns whether the relation is new. Raises
-- not_found, and invalid_input for a memory with itself, an unknown kind, and memories of two different projects, because readers of one
-- may not see the other. Global and user memories may be related to any. The caller has locked the memories.
create or replace function public.devai__relate(p_from_id uuid, p_kind text, p_to_id uuid, p_actor jsonb) returns boolean
language plpgsql set search_path = '' as $$
declare
  v_from public.devai_memories := public.devai__lock_memory(p_from_id);
  v_to public.devai_memories := public.devai__lock_memory(p_to_id);
begin
  if p_from_id = p_to_id then
    raise exception using errcode = '22DV1', message = 'to: a memory cannot be related to itself';
  end if;
  if public.devai__are_two_projects(v_from.scope, v_to.scope) then
    raise exception using errcode = '22DV1', message = 'to: this memory belongs to another project';
  end if;
  begin
    insert into public.devai_memory_relations (from_id, kind, to_id, created_at)
    values (p_from_id, p_kind, p_to_id, public.devai__now())
    on conflict do nothing;
    if not found then
      return false;
    end if;
  exception when not_null_violation or check_violation then
    raise exception using errcode = '22DV1', message = format('kind: there is no kind %s', p_kind);
  end;
  perform public.devai__record_event(p_from_id, 'related', format('%s %s', p_kind, p_to_id), p_actor, null, null);
  return true;
end $$;
