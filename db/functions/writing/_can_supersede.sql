-- Whether a statement (its source, priority, trust and evidence; said at p_said_at if it has no evidence) may replace a memory.
-- What the user stated (priority highest) is only replaced by what the user stated later; what the user vouches for or pinned is
-- never replaced by what only a tool's output says.
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
