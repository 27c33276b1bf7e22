-- Records that a statement (`priority`, `importance`, `trust`, `pinned`, `evidence`, `contentHash`, `holdsFrom`, `holdsUntil`)
-- repeated a memory. Sets strength to 1 as of now, and
-- takes the higher priority and importance of both. A repetition by the user adds its evidence (the first and the latest nine entries are
-- kept), so that the memory counts as stated then. The same text means another time if the one that it meant is over: "the holiday is from 2
-- to 20 May", a year later. A statement with trust `tool` changes only the strength. Records an event only if more
-- than the strength changed.
create or replace function public.devai__strengthen_memory(
  p_id uuid, p_statement jsonb, p_reason text, p_actor jsonb
) returns void
language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := public.devai__now();
  v_by_tool boolean := p_statement ->> 'trust' = 'tool';
  v_evidence jsonb := coalesce(p_statement -> 'evidence', '[]');
  v_before public.devai_memories;
  v_after public.devai_memories;
begin
  select * into v_before from public.devai_memories where id = p_id for update;
  v_after := v_before;
  if not v_by_tool then
    v_after.priority := public.devai__higher_priority(v_before.priority, p_statement ->> 'priority');
    v_after.importance := greatest(v_before.importance, (p_statement ->> 'importance')::integer);
    -- the agent may repeat what it read, so only the user raises the trust of a statement
    v_after.trust := case when p_statement ->> 'trust' = 'user' then 'user' else v_before.trust end;
    if p_statement ->> 'trust' = 'user' and not v_before.evidence @> v_evidence then
      v_after.evidence := v_before.evidence || v_evidence;
      while jsonb_array_length(v_after.evidence) > 10 loop
        v_after.evidence := v_after.evidence - 1;
      end loop;
    end if;
    v_after.pinned := v_before.pinned or coalesce((p_statement ->> 'pinned')::boolean, false);
    if p_statement ->> 'contentHash' = v_before.content_hash and v_before.holds_until <= v_now
      and coalesce((p_statement ->> 'holdsUntil')::timestamptz, 'infinity') > v_now
    then
      v_after.holds_from := (p_statement ->> 'holdsFrom')::timestamptz;
      v_after.holds_until := (p_statement ->> 'holdsUntil')::timestamptz;
    end if;
  end if;
  if v_after is not distinct from v_before then
    update public.devai_memories set strength = 1, last_accessed_at = v_now where id = p_id;
    return;
  end if;
  update public.devai_memories
  set strength = 1, last_accessed_at = v_now, updated_at = v_now,
    priority = v_after.priority, importance = v_after.importance, trust = v_after.trust, pinned = v_after.pinned,
    evidence = v_after.evidence, holds_from = v_after.holds_from, holds_until = v_after.holds_until
  where id = p_id
  returning * into v_after;
  perform public.devai__record_event(p_id, 'updated', 'said again: ' || p_reason, p_actor, v_before, v_after);
end $$;
