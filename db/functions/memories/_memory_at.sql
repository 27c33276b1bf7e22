-- A memory as it was at a moment (null: as it is now). Fields that were edited since come from its history; strength, accesses, vector
-- and words are the current ones. Evidence that was forgotten since is no longer in the history. One that was another user's then was not
-- valid for this user.
create or replace function public.devai__memory_at(p_memory public.devai_memories, p_at timestamptz) returns public.devai_memories
language plpgsql stable set search_path = '' as $$
declare
  v_was jsonb;
  v_owner text;
begin
  -- every change sets updated_at
  if p_at is null or p_memory.updated_at <= p_at then
    return p_memory;
  end if;
  select e.before, e.user_id into v_was, v_owner from public.devai_memory_events e
  where e.memory_id = p_memory.id and e.at > p_at and e.before is not null
  order by e.id
  limit 1;
  if not found then
    return p_memory;
  end if;
  if v_owner is not null and not public.devai__is_own(v_owner) then
    p_memory.is_valid := false;
    p_memory.invalidated_at := null;
    return p_memory;
  end if;
  return jsonb_populate_record(p_memory, jsonb_build_object('content', v_was -> 'content', 'title', v_was -> 'title',
    'tags', v_was -> 'tags', 'metadata', v_was -> 'metadata', 'namespace', case when public.devai__user_of(p_memory.scope) is not null
      then public.devai__namespace_for(public.devai__owner_of(p_memory.scope), v_was ->> 'namespace') else v_was ->> 'namespace' end,
    'memory_type', v_was -> 'memoryType', 'category', v_was -> 'category', 'priority', v_was -> 'priority',
    'importance', v_was -> 'importance', 'source', v_was -> 'source', 'trust', v_was -> 'trust', 'pinned', v_was -> 'pinned',
    'evidence', coalesce(v_was -> 'evidence', '[]'), 'is_valid', v_was -> 'isValid', 'invalidated_at', v_was -> 'invalidatedAt',
    'invalidated_reason', v_was -> 'invalidatedReason', 'superseded_by', v_was -> 'supersededBy', 'archived', coalesce(v_was -> 'archived', 'false'),
    'expires_at', v_was -> 'expiresAt', 'holds_from', v_was -> 'holdsFrom', 'holds_until', v_was -> 'holdsUntil',
    'updated_at', v_was -> 'updatedAt'));
end $$;
