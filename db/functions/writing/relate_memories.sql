-- Relates one memory to another (depends_on, implements, supersedes, relates_to, contradicts), with an event in the history of the
-- first. Returns whether that is new.
-- Idempotent. Raises not_found, and invalid_input for a memory with itself, an unknown kind, and memories of two different
-- projects, since readers of one may not see the other. Global and user memories may be related to any.
create or replace function public.devai_relate_memories(p_from_id uuid, p_kind text, p_to_id uuid, p_actor jsonb)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_from public.devai_memories;
  v_to public.devai_memories;
begin
  if p_from_id = p_to_id then
    raise exception using errcode = '22DV1', message = 'to: a memory cannot be related to itself';
  end if;
  if p_kind is null or p_kind not in ('depends_on', 'implements', 'supersedes', 'relates_to', 'contradicts') then
    raise exception using errcode = '22DV1',
      message = 'kind: needs to be depends_on, implements, supersedes, relates_to or contradicts';
  end if;
  perform public.devai__lock_memories(array[p_from_id, p_to_id]);
  v_from := public.devai__lock_memory(p_from_id);
  v_to := public.devai__lock_memory(p_to_id);
  if v_from.scope <> v_to.scope and v_from.scope like 'devai/project/%' and v_to.scope like 'devai/project/%' then
    raise exception using errcode = '22DV1', message = 'to: is a memory of another project';
  end if;
  insert into public.devai_memory_relations (from_id, kind, to_id, created_at)
  values (p_from_id, p_kind, p_to_id, public.devai__now())
  on conflict do nothing;
  if not found then
    return 'false';
  end if;
  perform public.devai__record_event(p_from_id, 'related', format('%s %s', p_kind, p_to_id), p_actor, null, null);
  return 'true';
end $$;
