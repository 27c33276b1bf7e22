-- Whether a statement (of which source, priority, trust and evidence count; said at `p_said_at` without evidence) may take the
-- place of a memory. What the user stated (priority highest) only gives way to what the user stated, and stated later; what
-- the user vouches for or pinned never to what only a tool's output says.
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
