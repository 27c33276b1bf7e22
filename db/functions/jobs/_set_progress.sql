-- Gives a task the status and other details of a later statement about it; the rest of the statement becomes the task's note. Gives a plan
-- the milestones of a later statement with the same text. Task and plan keep their text and id. Returns whether it changed anything. It
-- does not for other memories, if nothing differs, for a statement with trust `tool`, or for one made before the user's last statement
-- about it. The caller holds the memory.
create or replace function public.devai__set_progress(
  p_memory public.devai_memories, p_statement jsonb, p_reason text, p_actor jsonb
) returns boolean
language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := public.devai__now();
  v_details jsonb := public.devai__without_nulls(p_statement -> 'metadata');
  v_said_at timestamptz := public.devai__stated_at(p_statement -> 'evidence', v_now);
  v_before public.devai_memories;
  v_after public.devai_memories;
begin
  if p_statement ->> 'category' <> p_memory.category or p_statement ->> 'trust' = 'tool'
    or v_said_at < public.devai__stated_at(p_memory.evidence, p_memory.created_at)
  then
    return false;
  elsif p_memory.category = 'task' then
    if coalesce(v_details ->> 'status' = coalesce(p_memory.metadata ->> 'status', 'todo'), true) then
      return false;
    end if;
    if v_details ->> 'status' = 'done' then
      v_details := jsonb_build_object('completedAt', v_said_at) || v_details;
    end if;
    if p_statement ->> 'contentHash' <> p_memory.content_hash then
      v_details := jsonb_build_object('note', left(p_statement ->> 'content', 1000)) || v_details;
    end if;
  elsif p_memory.category <> 'plan' or p_statement ->> 'contentHash' <> p_memory.content_hash
    or coalesce(v_details -> 'milestones' = p_memory.metadata -> 'milestones', not v_details ? 'milestones')
  then
    return false;
  end if;
  perform public.devai__strengthen_memory(p_memory.id, p_statement, p_reason, p_actor);
  select * into v_before from public.devai_memories m where m.id = p_memory.id;
  update public.devai_memories m
  set metadata = (m.metadata - array['note', 'completedAt']) || v_details, updated_at = v_now
  where m.id = p_memory.id
  returning * into v_after;
  perform public.devai__record_event(p_memory.id, 'updated', p_reason, p_actor, v_before, v_after);
  return true;
end $$;
