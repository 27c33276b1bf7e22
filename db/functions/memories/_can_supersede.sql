-- Whether a statement (its source, priority, trust and evidence; said at p_said_at if it has no evidence) may replace a memory.
-- A memory of priority highest, and one that a person restored, is replaced only by a later statement of the user. A memory that is pinned or
-- has trust `user` is never replaced by a statement with trust `tool` or `other`.
create or replace function public.devai__can_supersede(
  p_memory public.devai_memories, p_statement jsonb, p_said_at timestamptz
) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  v_restored_at timestamptz;
begin
  if p_statement ->> 'trust' in ('tool', 'other') and (p_memory.trust = 'user' or p_memory.pinned) then
    return false;
  end if;
  select max(e.at) into v_restored_at from public.devai_memory_events e
  where e.memory_id = p_memory.id and e.action = 'restored' and e.actor_kind = 'user';
  if p_memory.priority <> 'highest' and v_restored_at is null then
    return true;
  end if;
  return p_statement ->> 'source' = 'user_stated' and p_statement ->> 'priority' = 'highest'
    and public.devai__stated_at(p_statement -> 'evidence', p_said_at)
      >= greatest(public.devai__stated_at(p_memory.evidence, p_memory.created_at), v_restored_at);
end $$;
