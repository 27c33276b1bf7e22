-- Whether a statement (its source, priority, trust and evidence; said at p_said_at if it has no evidence) may replace a memory.
-- A memory of priority highest is replaced only by a later statement of the user. A memory that is pinned or has trust `user` is never
-- replaced by a statement with trust `tool`.
create or replace function public.devai__can_supersede(
  p_memory public.devai_memories, p_statement jsonb, p_said_at timestamptz
) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  if p_statement ->> 'trust' = 'tool' and (p_memory.trust = 'user' or p_memory.pinned) then
    return false;
  end if;
  return p_memory.priority <> 'highest'
    or (p_statement ->> 'source' = 'user_stated' and p_statement ->> 'priority' = 'highest'
      and public.devai__stated_at(p_statement -> 'evidence', p_said_at)
        >= public.devai__stated_at(p_memory.evidence, p_memory.created_at));
end $$;
